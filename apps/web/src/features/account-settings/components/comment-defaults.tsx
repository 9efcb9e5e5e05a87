import type { Commenting } from '@social-feed/contracts';
import { SelectField } from '../../../components/ui/select-field';
import { Skeleton } from '../../../components/ui/skeleton';
import { CLOSE_AFTER, COMMENTING_WORDS, daysWords } from '../../../lib/comment-rules';
import { usePostSettings } from '../post-settings';
import { Loaded } from './listing';

const NEVER = 'never';

/** Who may comment on the user's new posts, and for how long. */
export const CommentDefaults = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = usePostSettings(viewerId);
  return (
    <Loaded query={query} loading={<Skeleton className="h-19 rounded-media" />}>
      {({ commenting, commentsCloseAfter: days }) => (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            label="Who can comment"
            value={commenting}
            onChange={({ target }) => change({ commenting: target.value as Commenting })}
          >
            {Object.entries(COMMENTING_WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Close comments"
            value={days ?? NEVER}
            onChange={({ target: { value } }) =>
              change({ commentsCloseAfter: value === NEVER ? null : Number(value) })
            }
          >
            {[null, ...new Set([...CLOSE_AFTER, ...(days === null ? [] : [days])])].map((choice) => (
              <option key={choice ?? NEVER} value={choice ?? NEVER}>
                {daysWords(choice)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </Loaded>
  );
};
