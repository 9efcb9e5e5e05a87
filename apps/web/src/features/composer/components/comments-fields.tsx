import type { Commenting } from '@social-feed/contracts';
import { SelectField } from '../../../components/ui/select-field';
import { CLOSE_AFTER, COMMENTING_WORDS, daysWords } from '../../../lib/comment-rules';
import type { Draft, DraftErrors } from '../model/composer-rules';

interface CommentsFieldsProps extends Pick<Draft, 'commenting' | 'commentsCloseAfter'> {
  /** Whether the post is there already; a new one can follow the settings. */
  editing: boolean;
  errors: DraftErrors;
  onChange: (change: Partial<Draft>) => void;
}

const AS_SET = 'As in my settings';
/** Value of the option that never closes comments. */
const NEVER = 'never';

/** Who may comment on the post, and for how long. */
export const CommentsFields = (props: CommentsFieldsProps) => {
  const { commenting, commentsCloseAfter: days, editing, errors, onChange } = props;
  const choices =
    typeof days === 'number' && !CLOSE_AFTER.includes(days) ? [...CLOSE_AFTER, days] : CLOSE_AFTER;
  return (
    <div className="grid grid-cols-1 gap-4 rounded-media border border-line p-3 sm:grid-cols-2">
      <SelectField
        label="Who can comment"
        name="commenting"
        value={commenting ?? (editing ? 'everybody' : '')}
        error={errors.commenting}
        onChange={({ target: { value } }) =>
          onChange({ commenting: value === '' ? undefined : (value as Commenting) })
        }
      >
        {editing ? null : <option value="">{AS_SET}</option>}
        {Object.entries(COMMENTING_WORDS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Close comments"
        name="commentsCloseAfter"
        value={days ?? (editing || days === null ? NEVER : '')}
        error={errors.commentsCloseAfter}
        onChange={({ target: { value } }) =>
          onChange({ commentsCloseAfter: value === '' ? undefined : value === NEVER ? null : Number(value) })
        }
      >
        {editing ? null : <option value="">{AS_SET}</option>}
        <option value={NEVER}>{daysWords(null)}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {daysWords(choice)}
          </option>
        ))}
      </SelectField>
    </div>
  );
};
