import { t } from '@lingui/core/macro';
import { chooseLanguage, LANGUAGES } from '../../lib/words/choose';
import { LANGUAGE } from '../../lib/words/language';
import { SelectField } from './select-field';

/** A list of languages by their own names. Shows nothing while there is only one. */
export const LanguageChoice = ({
  languages = LANGUAGES,
  onChoose = chooseLanguage,
  ...rest
}: {
  languages?: typeof LANGUAGES;
  /** Instead of keeping the choice in this browser alone. */
  onChoose?: (code: string) => void;
  className?: string;
  isTitled?: boolean;
}) =>
  languages.length > 1 ? (
    <SelectField
      label={t`Language`}
      {...rest}
      value={LANGUAGE}
      onChange={({ target }) => onChoose(target.value)}
    >
      {languages.map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </SelectField>
  ) : null;
