import { t } from '@lingui/core/macro';
import {
  DIGESTS,
  DIGEST_NAMES,
  NOTIFICATION_KINDS,
  type Digest,
  type NotificationKind,
  type NotificationSettings,
} from '@social-feed/contracts';
import { Checkbox } from '../../../../components/ui/checkbox';
import { RadioList } from '../../../../components/ui/radio-list';
import { Skeleton } from '../../../../components/ui/skeleton';
import { ownZone } from '../../../../lib/own-zone';
import { useNotificationSettings } from '../notification-settings';
import { Loaded } from './listing';

const LABELS: Record<NotificationKind, string> = {
  like: t`Likes of your posts`,
  commentLike: t`Likes of your comments`,
  comment: t`Comments on your posts`,
  reply: t`Replies to your comments`,
  mention: t`Posts and comments that mention you`,
  follow: t`New followers`,
};

/** A switch for each kind of notification. */
export const NotificationSwitches = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = useNotificationSettings(viewerId);
  const turned = (kind: NotificationKind, isOn: boolean) => (held: NotificationSettings) => {
    const others = held.muted.filter((other) => other !== kind);
    return { ...held, muted: isOn ? others : [...others, kind] };
  };
  return (
    <Loaded query={query} loading={<Skeleton className="h-55 rounded-media" />}>
      {({ muted, reportMails }) => (
        <ul className="flex flex-col">
          {NOTIFICATION_KINDS.map((kind) => (
            <li key={kind}>
              <Checkbox
                label={LABELS[kind]}
                checked={!muted.includes(kind)}
                onChange={({ target: { checked } }) =>
                  change({ change: turned(kind, checked), undo: turned(kind, !checked) })
                }
              />
            </li>
          ))}
          {/* only moderators have it */}
          {reportMails === undefined ? null : (
            <li>
              <Checkbox
                label={t`Mails about new reports, applications and appeals, at most one an hour`}
                checked={reportMails}
                onChange={() =>
                  change({
                    change: (held) => ({ ...held, reportMails: !reportMails }),
                    undo: (held) => ({ ...held, reportMails }),
                  })
                }
              />
            </li>
          )}
        </ul>
      )}
    </Loaded>
  );
};

const DIGEST_LABELS = Object.fromEntries(DIGEST_NAMES.map((name) => [name, DIGESTS[name].label])) as Record<
  Digest,
  string
>;

/** How often unread notifications are sent by email. */
export const DigestChoice = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = useNotificationSettings(viewerId);
  return (
    <Loaded query={query} loading={<Skeleton className="h-33 rounded-media" />}>
      {({ digest: before }) => (
        <RadioList
          legend={t`E-mail me`}
          options={DIGEST_LABELS}
          value={before}
          onChange={(digest) =>
            change({ change: (held) => ({ ...held, digest }), undo: (held) => ({ ...held, digest: before }) })
          }
        />
      )}
    </Loaded>
  );
};

/** The hour of the mail by the reader's clock. */
const MORNING = 7;

type TodayMail = Pick<NotificationSettings, 'todayHour' | 'todayZone'>;
const withTodayMail = (
  { todayZone: _, ...held }: NotificationSettings,
  { todayHour, todayZone }: TodayMail,
): NotificationSettings => ({ ...held, todayHour, ...(todayZone !== undefined && { todayZone }) });
const thisMorning = (): TodayMail => ({ todayHour: MORNING, todayZone: ownZone() });

/** Whether today's hand is sent by mail. */
export const TodayMailChoice = ({ viewerId }: { viewerId: string }) => {
  const { query, change } = useNotificationSettings(viewerId);
  return (
    <Loaded query={query} loading={<Skeleton className="h-11 rounded-media" />}>
      {({ todayHour, todayZone }) => (
        <>
          <Checkbox
            label={t`Send me today's hand each morning`}
            checked={todayHour !== null}
            onChange={({ target: { checked } }) => {
              const chosen = checked ? thisMorning() : { todayHour: null };
              change({
                change: (held) => withTodayMail(held, chosen),
                undo: (held) => withTodayMail(held, { todayHour, todayZone }),
              });
            }}
          />
          {todayHour === null ? null : (
            <p className="text-meta text-muted">{t`At ${todayHour}:00, ${todayZone?.replaceAll('_', ' ') ?? 'UTC'}`}</p>
          )}
        </>
      )}
    </Loaded>
  );
};
