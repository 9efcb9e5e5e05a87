interface ChipSuggestionsProps {
  /** One word of the list, e.g. "tag". */
  noun: string;
  words: readonly string[];
  onPick: (word: string) => void;
}

/** Words that fit what is being typed, below the field; nothing without any. */
export const ChipSuggestions = ({ noun, words, onPick }: ChipSuggestionsProps) =>
  words.length === 0 ? null : (
    <ul aria-label={`Suggested ${noun}s`} className="mt-2 flex flex-wrap gap-2">
      {words.map((word) => (
        <li key={word}>
          <button
            type="button"
            aria-label={`Add ${noun} ${word}`}
            // the field keeps the focus, and what is typed in it
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
