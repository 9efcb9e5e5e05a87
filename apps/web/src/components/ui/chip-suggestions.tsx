import { t } from '@lingui/core/macro';
/** What the words of a field are. */
export type Noun = 'tag' | 'interest';

interface ChipSuggestionsProps {
  noun: Noun;
  words: readonly string[];
  onPick: (word: string) => void;
}

/** Suggestions for the typed text, below the field; renders nothing if the list is empty. */
export const ChipSuggestions = ({ noun, words, onPick }: ChipSuggestionsProps) =>
  words.length === 0 ? null : (
    <ul
      aria-label={noun === 'tag' ? t`Suggested tags` : t`Suggested interests`}
      className="mt-2 flex flex-wrap gap-2"
    >
      {words.map((word) => (
        <li key={word}>
          <button
            type="button"
            dir="auto"
            aria-label={noun === 'tag' ? t`Add tag ${word}` : t`Add interest ${word}`}
            // the field keeps the focus and the typed text
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(word)}
            className="relative min-h-9 rounded-pill bg-fill px-3 text-meta font-medium text-text after:absolute after:inset-x-0 after:-inset-y-1 hover:bg-fill-strong"
          >
            {word}
          </button>
        </li>
      ))}
    </ul>
  );
