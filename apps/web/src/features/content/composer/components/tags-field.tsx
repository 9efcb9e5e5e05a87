import { t } from '@lingui/core/macro';
import { POST_LIMITS } from '@social-feed/contracts';
import { Hash } from 'lucide-react';
import { useState } from 'react';
import { ChipsField } from '../../../../components/ui/chips-field';
import { COMMAS } from '../../../../lib/separators';
import { parseTags } from '../model/composer-rules';
import { useSuggestedTags, suggestionsFor } from '../../../../cache/suggested-words';

interface TagsFieldProps {
  value: string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
}

/** Also the space of a Japanese keyboard. */
const SEPARATORS = [...COMMAS, ' ', '\u3000'];
/** Maximum number of suggestions below the field. */
const SHOWN = 5;
/** Shows tags as chips and suggests completions for the tag being typed. */
export const TagsField = ({ value, error, onChange }: TagsFieldProps) => {
  const [typed, setTyped] = useState('');
  const word = typed.trim().replace(/^#+/, '');
  const used = useSuggestedTags(word);
  // Tags in use come first, then the built-in suggestions.
  const offered = word === '' ? [] : [...new Set([...used, ...suggestionsFor(word)])];
  return (
    <ChipsField
      label={t`Tags`}
      noun="tag"
      values={value}
      max={POST_LIMITS.tagsMax}
      maxLength={POST_LIMITS.tagMax}
      parse={parseTags}
      separators={SEPARATORS}
      error={error}
      hint={t`up to ${POST_LIMITS.tagMax} characters each`}
      placeholder={t`garden, sunday`}
      leading={<Hash size="1.125em" aria-hidden />}
      suggestions={offered.slice(0, SHOWN)}
      onType={setTyped}
      onChange={onChange}
    />
  );
};
