import { t } from '@lingui/core/macro';
import type { Person } from '@social-feed/contracts';
import { PersonLine } from './person-line';

interface PersonSuggestionsProps {
  people: readonly Person[];
  onPick: (userName: string) => void;
}

/** Suggested people in rows below a field; renders nothing if the list is empty. */
export const PersonSuggestions = ({ people, onPick }: PersonSuggestionsProps) =>
  people.length === 0 ? null : (
    <ul aria-label={t`Suggested people`} className="mt-2 rounded-card border border-line bg-raised p-1.5">
      {people.map((person) => (
        <li key={person._id}>
          <button
            type="button"
            // the field keeps the focus and the typed text
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(person.userName)}
            className="flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 font-medium hover:bg-fill"
          >
            <span className="sr-only">{t`Add person`}</span> <PersonLine person={person} />
          </button>
        </li>
      ))}
    </ul>
  );
