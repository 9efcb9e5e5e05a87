import type { PostSettings } from '@social-feed/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { useSetting } from './own-account';

/** The labels of the times after which posts can be deleted, by days. */
export const AGES = new Map([
  [7, '1 week'],
  [30, '1 month'],
  [90, '3 months'],
  [180, '6 months'],
  [365, '1 year'],
  [730, '2 years'],
]);
/** A time in words, by its days. */
export const ageOf = (days: number): string => AGES.get(days) ?? `${days} days`;

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
