import { NOTIFICATION_KINDS, type NotificationKind } from '@social-feed/contracts';
import { Checkbox } from '../../../components/ui/checkbox';
import { Skeleton } from '../../../components/ui/skeleton';
import { useNotificationSettings } from '../notification-settings';
import { LoadFailed } from './listing';

const LABELS: Record<NotificationKind, string> = {
  like: 'Likes of your posts',
  commentLike: 'Likes of your comments',
  comment: 'Comments on your posts',
  reply: 'Replies to your comments',
  mention: 'Posts and comments that mention you',
  follow: 'New followers',
};

/** A switch for each kind of notification. */
export const NotificationSwitches = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = useNotificationSettings(viewerId);
  if (query.data === undefined)
    return query.error ? <LoadFailed query={query} /> : <Skeleton className="h-55 rounded-media" />;
  const { muted } = query.data;
  const turned = (kind: NotificationKind, isOn: boolean) => (held: { muted: NotificationKind[] }) => {
    const others = held.muted.filter((other) => other !== kind);
    return isOn ? others : [...others, kind];
  };
  const turn = (kind: NotificationKind, isOn: boolean) =>
    change({
      change: (held) => ({ ...held, muted: turned(kind, isOn)(held) }),
      undo: (held) => ({ ...held, muted: turned(kind, !isOn)(held) }),
    });
  return (
    <ul className="flex flex-col">
      {NOTIFICATION_KINDS.map((kind) => (
        <li key={kind}>
          <Checkbox
            label={LABELS[kind]}
            checked={!muted.includes(kind)}
            onChange={({ target }) => turn(kind, target.checked)}
          />
        </li>
      ))}
    </ul>
  );
};
