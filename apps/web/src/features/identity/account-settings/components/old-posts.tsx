import type { ExpiredPosts } from '@social-feed/contracts';
import { useState } from 'react';
import { SelectField } from '../../../../components/ui/select-field';
import { Skeleton } from '../../../../components/ui/skeleton';
import { api } from '../../../../lib/api-client';
import { messageOf } from '../../../../lib/api-error';
import { askConfirmation } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import { AGES, ageOf, usePostSettings } from '../post-settings';
import { Loaded } from './listing';
import { ENGLISH } from '../../../../lib/english';

const NEVER = 'never';

/** Asks before posts are deleted, with how many. */
const questionOf = (days: number, { count, more }: ExpiredPosts) => {
  const number = `${more ? 'at least ' : ''}${count.toLocaleString(ENGLISH)} ${count === 1 ? 'post' : 'posts'}`;
  const [is, them] = count === 1 && !more ? ['is', 'it'] : ['are', 'them'];
  return {
    title: `Delete posts after ${ageOf(days)}?`,
    text:
      count === 0 && !more
        ? 'None of your posts is that old. From now on each is deleted with its comments once it is. Posts that you saved or pinned stay.'
        : `Now ${number} ${is} older. Deleting ${them} starts within an hour, comments included. You cannot undo this. Posts that you saved or pinned stay.`,
    confirmLabel: count === 0 && !more ? 'Delete from now on' : `Delete ${number}`,
    danger: true,
  };
};

/** After what time the user's posts are deleted. Says how many that are now, and asks. */
export const OldPosts = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = usePostSettings(viewerId);
  const [counting, setCounting] = useState(false);

  const choose = async (days: number): Promise<void> => {
    setCounting(true);
    const found = await api
      .call('countExpiredPosts', { query: { deleteAfter: days } })
      .catch((error: unknown) => {
        toast.error(messageOf(error));
      });
    setCounting(false);
    if (found && (await askConfirmation(questionOf(days, found.data)))) change({ deleteAfter: days });
  };

  return (
    <Loaded query={query} loading={<Skeleton className="h-19 rounded-media" />}>
      {({ deleteAfter: days }) => (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            label="Delete my posts"
            value={days ?? NEVER}
            aria-busy={counting}
            note={
              counting
                ? { tone: 'hint', text: 'Counting your posts…' }
                : days === null
                  ? undefined
                  : { tone: 'hint', text: `Posts older than ${ageOf(days)} are deleted once a day.` }
            }
            onChange={({ target: { value } }) => {
              if (counting) return;
              if (value === NEVER) change({ deleteAfter: null });
              else void choose(Number(value));
            }}
          >
            <option value={NEVER}>Never</option>
            {[...new Set([...AGES.keys(), ...(days === null ? [] : [days])])].map((choice) => (
              <option key={choice} value={choice}>
                {`After ${ageOf(choice)}`}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </Loaded>
  );
};
