import { plural } from '@lingui/core/macro';
import type { PostSettings } from '@social-feed/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { useSetting } from './own-account';

/** The days after which posts can be deleted. */
export const AGES = [7, 30, 90, 180, 365, 730];

/** What the settings say of the days after which posts are deleted. */
export const ageTexts = (days: number) => ({
  after: plural(days, {
    7: 'After 1 week',
    30: 'After 1 month',
    90: 'After 3 months',
    180: 'After 6 months',
    365: 'After 1 year',
    730: 'After 2 years',
    other: 'After # days',
  }),
  ask: plural(days, {
    7: 'Delete posts after 1 week?',
    30: 'Delete posts after 1 month?',
    90: 'Delete posts after 3 months?',
    180: 'Delete posts after 6 months?',
    365: 'Delete posts after 1 year?',
    730: 'Delete posts after 2 years?',
    other: 'Delete posts after # days?',
  }),
  note: plural(days, {
    7: 'Posts older than 1 week are deleted once a day.',
    30: 'Posts older than 1 month are deleted once a day.',
    90: 'Posts older than 3 months are deleted once a day.',
    180: 'Posts older than 6 months are deleted once a day.',
    365: 'Posts older than 1 year are deleted once a day.',
    730: 'Posts older than 2 years are deleted once a day.',
    other: 'Posts older than # days are deleted once a day.',
  }),
});

/** The user's settings for own posts. Changes show at once, are sent one at a time, and are rolled back. */
export const usePostSettings = (viewerId: string) => {
  const client = useQueryClient();
  const queryKey = keys.settings('posts', viewerId);
  const query = useSetting('posts', (options) => api.call('getPostSettings', options), viewerId);
  const { mutate } = useMutation({
    scope: { id: `post-settings ${viewerId}` },
    mutationFn: (body: Partial<PostSettings>) => api.call('updatePostSettings', { body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<PostSettings>(queryKey);
      client.setQueryData<PostSettings>(queryKey, before && { ...before, ...change });
      return before;
    },
    onError: (error, change, before) => {
      // other settings that changed in the meantime stay
      const undone =
        before &&
        Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof PostSettings]]));
      client.setQueryData<PostSettings>(queryKey, (held) => held && { ...held, ...undone });
      toast.error(messageOf(error));
    },
  });
  return { query, change: mutate };
};
