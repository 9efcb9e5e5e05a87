import { POST_LIMITS } from '@social-feed/contracts';
import { TextField } from '../../../components/ui/text-field';
import { parseTags } from '../model/composer-rules';

interface TagsFieldProps {
  value: string;
  error: string | undefined;
  /** Tags that hold what is being typed. */
  suggest: (typed: string) => string[];
  onChange: (value: string) => void;
}

/** Most suggestions below the field. */
const SHOWN = 5;

/** Tags as one text, with suggestions for the word that is being typed. */
export const TagsField = ({ value, error, suggest, onChange }: TagsFieldProps) => {
  const tags = parseTags(value);
  const typed = /[^,\s]*$/.exec(value)?.[0] ?? '';
  const chosen = new Set(tags.map((tag) => tag.toLowerCase()));
  const offered =
    typed.replace(/^#+/, '') === ''
      ? []
      : suggest(typed)
          .filter((tag) => !chosen.has(tag))
          .slice(0, SHOWN);
  return (
    <div>
      <TextField
        label="Tags"
        name="tags"
        dir="auto"
        value={value}
        error={error}
        note={{ tone: 'hint', text: `${tags.length} of ${POST_LIMITS.tagsMax}, separated by commas` }}
        leading={<span aria-hidden>#</span>}
        onChange={(event) => onChange(event.target.value)}
      />
      {offered.length > 0 ? (
        <ul aria-label="Suggested tags" className="mt-2 flex flex-wrap gap-2">
          {offered.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`Add tag ${tag}`}
                onClick={() => onChange(`${value.slice(0, value.length - typed.length)}${tag}, `)}
                className="min-h-9 rounded-pill bg-accent-soft px-3 text-meta font-medium text-accent-text hover:bg-fill-strong"
              >
                #{tag}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};
