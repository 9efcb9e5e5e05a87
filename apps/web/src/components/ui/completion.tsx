import { hashtagAtEnd, isHashtag, tagKey } from '@social-feed/contracts/hashtags';
import { mentionAtEnd } from '@social-feed/contracts/mentions';
import { useState, type FocusEvent, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useMatchingPeople, useSuggestedTags } from '../../cache/suggested-words';
import { ChipSuggestions } from './chip-suggestions';
import { PersonSuggestions } from './person-suggestions';
import type { Elements } from '../../lib/elements';
import { isComposing } from '../../lib/keys';

interface Word {
  sign: '#' | '@';
  /** The word without its sign. */
  typed: string;
  /** Position of its sign in the text. */
  start: number;
  end: number;
}

/** Characters to inspect before the caret: enough for the longest tag or name and the character before it. */
const LOOKED_AT = 100;

/** Returns the #tag or @name that ends at the caret. */
export const wordAt = (text: string, caret: number): Word | null => {
  const from = Math.max(0, caret - LOOKED_AT);
  const before = text.slice(from, caret);
  const tag = hashtagAtEnd(before);
  if (tag) return { sign: '#', typed: tag.tag, start: from + tag.index, end: caret };
  const name = mentionAtEnd(before);
  return name && { sign: '@', typed: name.userName, start: from + name.index, end: caret };
};

/** Replaces the selection with a text as if it were typed, so that undo works. */
const typeInto = (field: HTMLTextAreaElement, text: string): void => {
  field.focus();
  // oxlint-disable-next-line typescript/no-deprecated -- still the only way that keeps the browser's undo
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

interface Completion {
  /** Props of the textarea. */
  props: {
    onInput: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
    onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
    onBlur: (event: FocusEvent<HTMLTextAreaElement>) => void;
    /** Esc closes the suggestions, and does nothing else. */
    onKeyDown: (event: KeyboardEvent) => void;
  };
  /** The suggestions, to render below it. */
  suggestions: Elements;
}

/** Suggests tags and users for the #tag or @name at the caret of a textarea; one press completes it. */
export const useCompletion = (): Completion => {
  const [at, setAt] = useState<{ field: HTMLTextAreaElement; word: Word } | null>(null);
  const { sign, typed } = at?.word ?? { sign: '#', typed: '' };
  const tags = useSuggestedTags(sign === '#' ? typed : '');
  const people = useMatchingPeople(sign === '@' ? typed : '');

  const complete = (chosen: string): void => {
    if (!at) return;
    const { field, word } = at;
    setAt(null);
    // the completed word brings its own space
    field.setSelectionRange(word.start, field.value[word.end] === ' ' ? word.end + 1 : word.end);
    typeInto(field, `${chosen} `);
  };
  const look = ({ currentTarget: field }: SyntheticEvent<HTMLTextAreaElement>): void => {
    const word = field.selectionStart === field.selectionEnd && wordAt(field.value, field.selectionStart);
    setAt(word ? { field, word } : null);
  };
  // complete words need no suggestion, and tags of several words cannot be written in a text
  const words = tags.filter((tag) => tagKey(tag) !== tagKey(typed) && isHashtag(tag)).map((tag) => `#${tag}`);
  const others = people.filter(({ userName }) => userName.toLowerCase() !== typed.toLowerCase());
  return {
    props: {
      // dictation and phone keyboards send no key events
      onInput: look,
      onSelect: look,
      onBlur: ({ currentTarget, relatedTarget }) => {
        // Tab moves from the field to the suggestions
        if (!currentTarget.form?.contains(relatedTarget)) setAt(null);
      },
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent) || words.length + others.length === 0)
          return;
        event.preventDefault();
        event.stopPropagation();
        setAt(null);
      },
    },
    suggestions:
      sign === '#' ? (
        <ChipSuggestions noun="tag" words={words} onPick={complete} />
      ) : (
        <PersonSuggestions people={others} onPick={(userName) => complete(`@${userName}`)} />
      ),
  };
};
