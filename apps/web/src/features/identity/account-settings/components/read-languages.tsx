import { plural, t } from '@lingui/core/macro';
import { LANGUAGES_MAX } from '@social-feed/contracts';
import { chooseLanguages, useLanguages } from '../../../../cache/language-store';
import { SelectField } from '../../../../components/ui/select-field';
import { languageChoices, languageName } from '../../../../lib/language-names';
import { Row, RowButton, Rows } from './listing';

const FULL = plural(LANGUAGES_MAX, { other: 'You chose #, as many as one can.' });

/** The languages that the viewer reads: a list to add one, and a Remove button for each. */
export const ReadLanguages = ({ viewerId }: { viewerId: string }) => {
  const languages = useLanguages();
  const choose = (next: readonly string[]) => chooseLanguages(viewerId, next);
  const isFull = languages.length >= LANGUAGES_MAX;
  return (
    <>
      <SelectField
        label={t`Add a language`}
        className="mb-4 max-w-sm"
        value=""
        disabled={isFull}
        note={isFull ? { tone: 'hint', text: FULL } : undefined}
        onChange={({ target }) => choose([...languages, target.value])}
      >
        <option value="">{t`Choose…`}</option>
        {languageChoices()
          .filter(({ tag }) => !languages.includes(tag))
          .map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
      </SelectField>
      <Rows
        label={t`Languages`}
        items={languages.map((tag) => ({ _id: tag }))}
        empty={t`You see posts in all languages.`}
      >
        {({ _id: tag }) => (
          <Row title={<span>{languageName(tag)}</span>} text="">
            <RowButton
              text={t`Remove`}
              label={t`Remove ${languageName(tag)}`}
              onClick={() => choose(languages.filter((each) => each !== tag))}
            />
          </Row>
        )}
      </Rows>
    </>
  );
};
