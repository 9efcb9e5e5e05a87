import { plural, t } from '@lingui/core/macro';
import type { ExpiredPosts } from '@social-feed/contracts';
import { useState } from 'react';
import { SelectField } from '../../../../components/ui/select-field';
import { Skeleton } from '../../../../components/ui/skeleton';
import { api } from '../../../../lib/api-client';
import { messageOf } from '../../../../lib/api-error';
import { askConfirmation } from '../../../../lib/dialogs';
import { toast } from '../../../../lib/toast';
import { AGES, ageTexts, usePostSettings } from '../post-settings';
import { Loaded } from './listing';
import { formatNumber } from '../../../../lib/locale';

const NEVER = 'never';

/** Asks before posts are deleted, with how many. */
const questionOf = (days: number, { count, more }: ExpiredPosts) => {
  const number = formatNumber(count);
  const ask = (text: string, confirmLabel: string) => ({
    title: ageTexts(days).ask,
    text,
    confirmLabel,
    danger: true,
  });
  if (more)
    return ask(
      plural(count, {
        other: `Now at least ${number} posts are older. Deleting them starts within an hour, comments included. You cannot undo this. Posts that you saved or pinned stay.`,
      }),
      plural(count, { other: `Delete at least ${number} posts` }),
    );
  if (count === 0)
    return ask(
      t`None of your posts is that old. From now on each is deleted with its comments once it is. Posts that you saved or pinned stay.`,
      t`Delete from now on`,
    );
  return ask(
    plural(count, {
      one: `Now ${number} post is older. Deleting it starts within an hour, comments included. You cannot undo this. Posts that you saved or pinned stay.`,
      other: `Now ${number} posts are older. Deleting them starts within an hour, comments included. You cannot undo this. Posts that you saved or pinned stay.`,
    }),
    plural(count, { one: `Delete ${number} post`, other: `Delete ${number} posts` }),
  );
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
            label={t`Delete my posts`}
            value={days ?? NEVER}
            aria-busy={counting}
            note={
              counting
                ? { tone: 'hint', text: t`Counting your posts…` }
                : days === null
                  ? undefined
                  : { tone: 'hint', text: ageTexts(days).note }
            }
            onChange={({ target: { value } }) => {
              if (counting) return;
              if (value === NEVER) change({ deleteAfter: null });
              else void choose(Number(value));
            }}
          >
            <option value={NEVER}>{t({ message: 'Never', comment: 'When posts are deleted.' })}</option>
            {[...new Set([...AGES, ...(days === null ? [] : [days])])].map((choice) => (
              <option key={choice} value={choice}>
                {ageTexts(choice).after}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </Loaded>
  );
};
