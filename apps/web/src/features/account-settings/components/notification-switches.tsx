import {
  getNotificationSettings,
  NOTIFICATION_KINDS,
  updateNotificationSettings,
  type NotificationKind,
} from '@social-feed/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { Checkbox } from '../../../components/ui/checkbox';
import { Skeleton } from '../../../components/ui/skeleton';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { LoadFailed } from './listing';

const LABELS: Record<NotificationKind, string> = {
  like: 'Likes of your posts',
  commentLike: 'Likes of your comments',
  comment: 'Comments on your posts',
  reply: 'Replies to your comments',
  mention: 'Posts and comments that mention you',
  follow: 'New followers',
};

/** A switch for each kind of notification. Presses show at once and are sent one after the other. */
export const NotificationSwitches = ({ viewerId }: { viewerId: string }) => {
  const client = useQueryClient();
  const queryKey = keys.settings('notifications', viewerId);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.call(getNotificationSettings, { signal })).data.muted,
    staleTime: 0,
  });
  const held = () => client.getQueryData<NotificationKind[]>(queryKey) ?? [];
  const show = (kind: NotificationKind, isOn: boolean) => {
    const others = held().filter((other) => other !== kind);
    client.setQueryData<NotificationKind[]>(queryKey, isOn ? others : [...others, kind]);
  };
  const { mutate } = useMutation({
    scope: { id: `notification-settings ${viewerId}` },
    mutationFn: () => api.call(updateNotificationSettings, { body: { muted: held() } }),
    onMutate: async ({ kind, isOn }: { kind: NotificationKind; isOn: boolean }) => {
      await client.cancelQueries({ queryKey });
      show(kind, isOn);
    },
    onError: (error, { kind, isOn }) => {
      show(kind, !isOn);
      toast.error(messageOf(error));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.notifications(viewerId) }),
  });
  if (query.data === undefined)
    return query.error ? <LoadFailed query={query} /> : <Skeleton className="h-55 rounded-media" />;
  return (
    <ul className="flex flex-col">
      {NOTIFICATION_KINDS.map((kind) => (
        <li key={kind}>
          <Checkbox
            label={LABELS[kind]}
            checked={!query.data.includes(kind)}
            onChange={({ target }) => mutate({ kind, isOn: target.checked })}
          />
        </li>
      ))}
    </ul>
  );
};
