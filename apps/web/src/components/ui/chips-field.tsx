import { plural, t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../../lib/keys';
import { tooLong } from '../../lib/length';
import { labelled } from '../../lib/words/labelled';
import { ChipSuggestions, type Noun } from './chip-suggestions';
import { FieldMessage } from './text-field';

interface ChipsFieldProps {
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Maximum number of words, and of characters in one. */
  max: number;
  maxLength: number;
  /** Splits typed or pasted text into words. */
  parse: (text: string) => string[];
  /** Characters that end a word while typing, besides Enter. */
  separators: readonly string[];
  /** What an entry is. */
  noun: Noun;
  error?: string | undefined;
  /** Text after the count, e.g. how to separate words. */
  hint: string;
  placeholder?: string;
  leading?: ReactNode;
  /** Suggestions for the typed text, below the field. */
  suggestions?: readonly string[];
  onType?: (typed: string) => void;
}

const Chip = ({ noun, value, onRemove }: { noun: Noun; value: string; onRemove: () => void }) => (
  <span className="flex max-w-full items-center rounded-pill bg-accent-soft ps-3 text-meta font-medium text-accent-text">
    <span dir="auto" className="truncate">
      {value}
    </span>
    <button
      type="button"
      aria-label={noun === 'tag' ? t`Remove tag ${value}` : t`Remove interest ${value}`}
      onClick={onRemove}
      className="relative grid size-8 shrink-0 place-items-center rounded-full after:absolute after:-inset-1.5 hover:bg-fill-strong"
    >
      <X size="0.875em" aria-hidden />
    </button>
  </span>
);

/** Why the words cannot be sent, if they cannot. */
const refusalOf = ({ values, max, maxLength, noun }: ChipsFieldProps): string | undefined => {
  const long = values.find((value) => tooLong(value, maxLength) !== undefined);
  if (long !== undefined) return labelled(long, tooLong(long, maxLength) ?? '');
  if (values.length <= max) return undefined;
  return noun === 'tag'
    ? plural(max, { one: 'At most # tag', other: 'At most # tags' })
    : plural(max, { one: 'At most # interest', other: 'At most # interests' });
};

const namesOf = (words: readonly string[]) => new Set(words.map((word) => word.toLowerCase()));

/** The text that is typed, and how words come from it. */
const useChips = ({ values, onChange, maxLength, parse, separators, onType }: ChipsFieldProps) => {
  const [typed, setTyped] = useState('');
  const type = (text: string): void => {
    setTyped(text);
    onType?.(text);
  };
  const addAll = (words: readonly string[]): void => {
    const fresh = new Map(words.map((word) => [word.toLowerCase(), word.trim()]));
    const added = [...fresh]
      .filter(([name, word]) => word !== '' && !namesOf(values).has(name))
      .map(([, word]) => word);
    // words that are too long or too many stay as well; the form rejects them
    if (added.length > 0) onChange([...values, ...added]);
    type('');
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' || separators.includes(event.key)) {
      // an empty field leaves Enter to the form
      if (event.key === 'Enter' && typed.trim() === '') return;
      event.preventDefault();
      addAll(parse(typed));
    }
    const last = values.at(-1);
    // held until the text is gone, it leaves the words
    if (event.key !== 'Backspace' || event.repeat || typed !== '' || last === undefined) return;
    onChange(values.slice(0, -1));
    if (tooLong(last, maxLength) === undefined) return;
    // put the word back for editing
    event.preventDefault();
    type(last);
  };
  /** Phone keyboards do not report which key was pressed: find the separators in the text itself. */
  const takeText = (text: string, composing: boolean): void => {
    const end = Math.max(...separators.map((separator) => text.lastIndexOf(separator)));
    if (end < 0 || composing) {
      type(text);
      return;
    }
    addAll(parse(text.slice(0, end)));
    type(text.slice(end + 1));
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text');
    if (parse(text).length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    addAll(
      parse(typed.slice(0, selectionStart ?? undefined) + text + typed.slice(selectionEnd ?? typed.length)),
    );
  };
  return { typed, addAll, takeText, handleKey, handlePaste };
};

/** A field of words shown as chips. Words are typed, pasted or picked; their cross or Backspace removes them. */
export const ChipsField = (props: ChipsFieldProps) => {
  const { label, values, onChange, max, parse, noun, leading } = props;
  const { typed, addAll, takeText, handleKey, handlePaste } = useChips(props);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const taken = namesOf(values);
  const full = values.length >= max;
  const refusal = refusalOf(props);
  const count = t`${values.length} of ${max}`;
  const { hint } = props;
  const described = t({
    message: `${count}, ${hint}`,
    comment: 'How many words a field has, such as “3 of 10”, and how they are divided.',
  });
  const offered = full ? [] : (props.suggestions ?? []).filter((word) => !taken.has(word.toLowerCase()));

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-meta font-medium text-text">
        {label}
      </label>
      <div className="flex min-h-12 flex-wrap items-center gap-1.5 rounded-media border border-control bg-surface px-3 py-1.5 transition-colors focus-within:border-accent focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-accent hover:border-muted">
        {leading ? <span className="grid shrink-0 place-items-center text-muted">{leading}</span> : null}
        {values.map((value) => (
          <Chip
            key={value}
            noun={noun}
            value={value}
            onRemove={() => {
              onChange(values.filter((other) => other !== value));
              // the button disappears, so move the focus to the field
              field.current?.focus();
            }}
          />
        ))}
        <input
          ref={field}
          id={id}
          value={typed}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="enter"
          // not disabled: that would remove the focus, and Backspace with it
          readOnly={full}
          placeholder={full || values.length > 0 ? undefined : props.placeholder}
          aria-invalid={props.error || refusal ? true : undefined}
          aria-describedby={`${id}-message`}
          onChange={({ target, nativeEvent }) =>
            takeText(target.value, Boolean((nativeEvent as Partial<InputEvent>).isComposing))
          }
          onKeyDown={handleKey}
          onCompositionEnd={({ currentTarget }) => takeText(currentTarget.value, false)}
          onPaste={handlePaste}
          onBlur={() => addAll(parse(typed))}
          className="min-h-8 min-w-20 flex-1 bg-transparent px-1 text-[1rem] text-text outline-none placeholder:text-muted"
        />
      </div>
      <FieldMessage
        id={`${id}-message`}
        error={props.error ?? refusal}
        note={{ tone: 'hint', text: full ? count : described }}
      />
      <ChipSuggestions noun={noun} words={offered} onPick={(word) => addAll([word])} />
    </div>
  );
};
