import { hashtagAtEnd, isHashtag, tagKey } from '@social-feed/contracts/hashtags';
import { mentionAtEnd } from '@social-feed/contracts/mentions';
import { useState, type FocusEvent, type SyntheticEvent } from 'react';
import { useSuggestedWords } from '../../lib/suggested-words';
import { ChipSuggestions } from './chip-suggestions';
import type { Elements } from '../../lib/elements';

interface Word {
  sign: '#' | '@';
  /** Without its sign. */
  typed: string;
  /** Where its sign stands. */
  start: number;
}

/** Enough before the caret to see the longest tag or name, and whether it stands within a word. */
const LOOKED_AT = 100;

/** The #tag or @name that is being written: it ends at the caret. */
export const wordAt = (text: string, caret: number): Word | null => {
  const before = text.slice(Math.max(0, caret - LOOKED_AT), caret);
  const tag = hashtagAtEnd(before)?.tag;
  if (tag !== undefined) return { sign: '#', typed: tag, start: caret - tag.length - 1 };
  const userName = mentionAtEnd(before)?.userName;
  return userName === undefined ? null : { sign: '@', typed: userName, start: caret - userName.length - 1 };
};

/** Puts a text in place of what is selected, as if it were typed: undo takes it back. */
const typeInto = (field: HTMLTextAreaElement, text: string): void => {
  field.focus();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- still the only way that keeps the browser's undo
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

interface Completion {
  /** For the textarea. */
  props: {
    onInput: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
    onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
    onBlur: (event: FocusEvent<HTMLTextAreaElement>) => void;
  };
  /** To show below it. */
  suggestions: Elements;
}

/** Suggestions for the #tag or @name at the caret of a textarea, which one press completes. */
export const useCompletion = (): Completion => {
  const [at, setAt] = useState<{ field: HTMLTextAreaElement; word: Word } | null>(null);
  const { sign, typed } = at?.word ?? { sign: '#', typed: '' };
  const noun = sign === '#' ? 'tag' : 'person';
  const found = useSuggestedWords(noun, typed);
  // what is written out needs no help, and a tag of several words is none in a text
  const words =
    sign === '#'
      ? found.filter((word) => tagKey(word) !== tagKey(typed) && isHashtag(word))
      : found.filter((word) => word.toLowerCase() !== typed.toLowerCase());

  const complete = (chosen: string): void => {
    if (!at) return;
    const { field, word } = at;
    setAt(null);
    field.setSelectionRange(word.start, word.start + 1 + word.typed.length);
    typeInto(field, `${chosen} `);
  };
  const look = ({ currentTarget: field }: SyntheticEvent<HTMLTextAreaElement>): void => {
    const word = field.selectionStart === field.selectionEnd && wordAt(field.value, field.selectionStart);
    setAt(word ? { field, word } : null);
  };
  return {
    props: {
      // what is dictated or put in by a keyboard of a phone presses no key
      onInput: look,
      onSelect: look,
      onBlur: ({ currentTarget, relatedTarget }) => {
        // Tab leads from the field to what is suggested
        if (!currentTarget.form?.contains(relatedTarget)) setAt(null);
      },
    },
    suggestions: <ChipSuggestions noun={noun} words={words.map((word) => sign + word)} onPick={complete} />,
  };
};
