import { POST_LIMITS } from '@social-feed/contracts';
import { Hash } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ChipsField } from '../../../components/ui/chips-field';
import { parseTags } from '../model/composer-rules';

/** Tags that hold what is being typed. Never rejects but when given up. */
export type SuggestTags = (typed: string, signal: AbortSignal) => Promise<string[]>;

interface TagsFieldProps {
  value: string[];
  error: string | undefined;
  suggest: SuggestTags;
  onChange: (value: string[]) => void;
}

/** Most suggestions below the field. */
const SHOWN = 5;
/** Milliseconds of rest before tags are asked for. */
const PAUSE = 200;

/** Tags as chips, with suggestions for the one that is being typed. */
export const TagsField = ({ value, error, suggest, onChange }: TagsFieldProps) => {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<string[]>([]);
  const word = typed.trim().replace(/^#+/, '');
  useEffect(() => {
    if (word === '') return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      suggest(word, end.signal).then(setFound, () => undefined);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [word, suggest]);
  return (
    <ChipsField
      label="Tags"
      noun="tag"
      values={value}
      max={POST_LIMITS.tagsMax}
      maxLength={POST_LIMITS.tagMax}
      parse={parseTags}
      separators={[',', ' ']}
      error={error}
      hint={`up to ${POST_LIMITS.tagMax} characters each`}
      placeholder="garden, sunday"
      leading={<Hash size={18} aria-hidden />}
      suggestions={word === '' ? [] : found.slice(0, SHOWN)}
      onType={setTyped}
      onChange={onChange}
    />
  );
};
