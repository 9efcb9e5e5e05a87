import { t } from '@lingui/core/macro';
import { SelectField } from '../../../../components/ui/select-field';
import { languageChoices, languageName } from '../../../../lib/language-names';
import type { Draft } from '../model/composer-rules';

interface LanguageFieldProps extends Pick<Draft, 'language'> {
  /** The guess for the current text; `undefined` if there is none yet. */
  guess: string | null | undefined;
  error: string | undefined;
  onChange: (change: Pick<Draft, 'language'>) => void;
}

/** Value of the option for a language that is not in the list, or none. */
const UNKNOWN = 'und';
const [GUESSED, NOT_GUESSED] = [t`Detect automatically`, t`None or unknown`];

/** The language of the text: the guess, which can be changed. */
export const LanguageField = ({ language, guess, error, onChange }: LanguageFieldProps) => {
  const differs = typeof guess === 'string' && typeof language === 'string' && guess !== language;
  return (
    <SelectField
      label={t`Language`}
      name="language"
      value={language === undefined ? '' : (language ?? UNKNOWN)}
      error={error}
      note={differs ? { tone: 'hint', text: t`The text looks like ${languageName(guess)}.` } : undefined}
      onChange={({ target: { value } }) =>
        onChange({ language: value === '' ? undefined : value === UNKNOWN ? null : value })
      }
    >
      <option value="">{guess ? t`${languageName(guess)} (detected)` : GUESSED}</option>
      <option value={UNKNOWN}>{NOT_GUESSED}</option>
      {languageChoices(language ? [language] : []).map(({ tag, name }) => (
        <option key={tag} value={tag}>
          {name}
        </option>
      ))}
    </SelectField>
  );
};
