import type { NotificationSettings } from '@social-feed/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { useSetting } from './own-account';

/** A change of the settings and its inverse. */
interface Change {
  change: (held: NotificationSettings) => NotificationSettings;
  undo: (held: NotificationSettings) => NotificationSettings;
}

/**
 * Notification settings of the account. Changes show immediately and are sent one at a time, each with the full
 * state shown at that moment.
 */
export const useNotificationSettings = (viewerId: string) => {
  const client = useQueryClient();
  const queryKey = keys.settings('notifications', viewerId);
  const query = useSetting(
    'notifications',
    (options) => api.call('getNotificationSettings', options),
    viewerId,
  );
  const show = (change: Change['change']) =>
    client.setQueryData<NotificationSettings>(queryKey, (held) => held && change(held));
  const { mutate } = useMutation({
    scope: { id: `notification-settings ${viewerId}` },
    mutationFn: () =>
      api.call('updateNotificationSettings', {
        body: client.getQueryData<NotificationSettings>(queryKey) ?? {},
      }),
    onMutate: async ({ change }: Change) => {
      await client.cancelQueries({ queryKey });
      show(change);
    },
    onError: (error, { undo }) => {
      show(undo);
      toast.error(messageOf(error));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.notifications(viewerId) }),
  });
  return { query, change: mutate };
};
