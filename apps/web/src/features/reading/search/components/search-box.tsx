import { t } from '@lingui/core/macro';
import { Hash, Search } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { SEARCH_LIMITS, type Person } from '@social-feed/contracts';
import { isComposing } from '../../../../lib/keys';
import { tooLong } from '../../../../lib/length';
import { cx } from '../../../../lib/class-names';
import { suggestionsFor, useMatchingPeople, useSuggestedTags } from '../../../../cache/suggested-words';
import { PersonLine } from '../../../../components/ui/person-line';
import { peopleTerm, tagTerm } from '../search-term';

interface SearchBoxProps {
  /** Initial text of the field; the field resets when it changes. */
  term: string;
  /** Called with a non-blank term that was entered or chosen. */
  onSearch: (term: string) => void;
}

const Suggestion = ({ word, person }: { word: string; person: Person | undefined }) =>
  person ? (
    <PersonLine person={person} />
  ) : (
    <>
      <Hash size="1.0625em" aria-hidden className="text-muted" />
      <bdi className="truncate">{word.replace(/^#/, '')}</bdi>
    </>
  );

/** Built-in suggestions, then, while the list is open, matching tags and users from the server. */
const useSuggestions = (typed: string, open: boolean) => {
  const offered = suggestionsFor(typed);
  const tags = useSuggestedTags(open ? tagTerm(typed) : '');
  const people = useMatchingPeople(open ? peopleTerm(typed) : '');
  const found = [
    ...offered,
    ...tags.filter((tag) => !offered.includes(tag)).map((tag) => `#${tag}`),
    ...people.map(({ userName }) => `@${userName}`),
  ];
  return { found, people };
};

interface SuggestionListProps {
  id: string;
  open: boolean;
  found: readonly string[];
  /** Index of the chosen suggestion; -1 for none. */
  active: number;
  people: readonly Person[];
  onChoose: (word: string) => void;
}

const SuggestionList = ({ id, open, found, active, people, onChoose }: SuggestionListProps) => (
  <div
    id={id}
    role="listbox"
    aria-label={t`Suggestions`}
    hidden={!open}
    className="absolute inset-x-0 top-full mt-2 animate-rise rounded-card border border-line bg-raised p-1.5 shadow-float"
  >
    {found.map((word, index) => (
      // the field keeps the focus and the keys, as the combobox pattern has it
      // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys act on the field
      <div
        key={word}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(word)}
        className={cx(
          'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-3 font-medium hover:bg-fill',
          index === active && 'bg-fill',
        )}
      >
        <Suggestion word={word} person={people.find(({ userName }) => word === `@${userName}`)} />
      </div>
    ))}
  </div>
);

/**
 * Search field with hashtag suggestions (A §2.8). A combobox: arrow keys choose, Enter searches, Escape or a click
 * outside closes.
 */
export const SearchBox = ({ term, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(term);
  const [begun, setBegun] = useState(term);
  if (begun !== term) {
    setBegun(term);
    setText(term);
  }
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const typed = text === term ? '' : text.trim();
  const { found, people } = useSuggestions(typed, open);
  const shown = open && found.length > 0;
  /** Index of the chosen suggestion, updated as more arrive; -1 for none. */
  const active = found.indexOf(chosen);
  const close = (): void => {
    setOpen(false);
    setChosen('');
  };

  const search = (wanted: string): void => {
    if (wanted.trim() === '') return;
    const refusal = tooLong(wanted, SEARCH_LIMITS.queryMax);
    if (refusal !== undefined) {
      field.current?.setCustomValidity(t`Search for fewer characters: ${refusal}.`);
      field.current?.reportValidity();
      return;
    }
    setText(wanted.trim());
    close();
    // Keep the focus for keyboards, but hide the on-screen keyboard on touch devices to show the results.
    if (window.matchMedia('(pointer: coarse)').matches) field.current?.blur();
    onSearch(wanted.trim());
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    search((shown ? found[active] : undefined) ?? text);
  };
  const handleKey = (event: KeyboardEvent): void => {
    // During composition, arrow keys choose among the input method's candidates.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      close();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    // After the last suggestion, arrow keys return to the field, then the first one.
    const places = found.length + 1;
    setChosen(found[((active + 1 + step + places) % places) - 1] ?? '');
  };

  return (
    <form role="search" className="relative z-10" noValidate onSubmit={handleSubmit}>
      <label className="flex min-h-12 items-center gap-3 rounded-pill border border-transparent bg-fill px-4 text-muted transition-colors focus-within:outline-2 focus-within:outline-offset-0 focus-within:outline-accent focus-within:bg-surface">
        <Search size="1.25em" aria-hidden className="shrink-0" />
        <span className="sr-only">{t`Search`}</span>
        <input
          ref={field}
          type="search"
          name="q"
          dir="auto"
          role="combobox"
          autoComplete="off"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          value={text}
          placeholder={t`Search hashtags, topics...`}
          onFocus={() => setOpen(true)}
          // Pressing a suggestion does not blur the field, so this is a click outside.
          onBlur={close}
          onClick={() => setOpen(true)}
          onKeyDown={handleKey}
          onChange={(event) => {
            event.target.setCustomValidity('');
            setText(event.target.value);
            setChosen('');
            setOpen(true);
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-[1rem] text-text outline-none [&::-webkit-search-cancel-button]:hidden"
        />
      </label>
      <SuggestionList
        id={listId}
        open={shown}
        found={found}
        active={active}
        people={people}
        onChoose={search}
      />
    </form>
  );
};
