import { plural, select, t } from '@lingui/core/macro';
import {
  NOTIFICATION_KINDS,
  type Commenting,
  type CurrentUser,
  type NotificationSettings,
  type PostSettings,
} from '@social-feed/contracts';
import { useBlockStore } from '../../../cache/block-store';
import { useLanguages } from '../../../cache/language-store';
import { useMuted } from '../../../cache/muted-store';
import { languageName } from '../../../lib/language-names';
import { usePreferences, type Preferences } from '../../../lib/preferences';
import { formatNumber } from '../../../lib/locale';
import { listOf } from '../../../lib/words/list';
import { mustConfirm } from '../session/stores/session-state';
import { useSessionStore } from '../session/stores/session-store';
import { useNotificationSettings } from './notification-settings';
import { useFactors } from './own-account';
import { usePostSettings } from './post-settings';
import type { PageId } from './settings-list';

const THEMES = {
  system: { usual: t`Same as the device`, still: t`Same as the device, reduced motion` },
  light: { usual: t({ message: 'Light', comment: 'A theme.' }), still: t`Light, reduced motion` },
  dark: { usual: t({ message: 'Dark', comment: 'A theme.' }), still: t`Dark, reduced motion` },
};

const COMMENTERS: Record<Commenting, string> = {
  everybody: t`Everybody can comment`,
  followed: t`People you follow can comment`,
  nobody: t`Nobody can comment`,
};
/** Needs an action, so a dot marks it. */
export const CONFIRM_ANSWER = t`Confirm your e-mail`;

const readingText = (tags: readonly string[], rest: Preferences['rest']): string => {
  const languages = tags.length === 0 ? t`All languages` : listOf(tags.map(languageName));
  return rest === 'off' ? languages : plural(Number(rest), { other: `${languages}, a break after # posts` });
};

const careText = (blocked: number, muted: number): string => {
  const people = plural(blocked, { 0: 'Nobody blocked', other: '# blocked' });
  return plural(muted, { 0: people, one: `${people}, # word muted`, other: `${people}, # words muted` });
};

const postsText = ({ commenting, deleteAfter }: PostSettings): string => {
  const comments = COMMENTERS[commenting];
  if (deleteAfter === null) return t`${comments}, kept for good`;
  return plural(deleteAfter, {
    7: `${comments}, deleted after 1 week`,
    30: `${comments}, deleted after 1 month`,
    90: `${comments}, deleted after 3 months`,
    180: `${comments}, deleted after 6 months`,
    365: `${comments}, deleted after 1 year`,
    730: `${comments}, deleted after 2 years`,
    other: `${comments}, deleted after # days`,
  });
};

const kindsText = (count: number): string => {
  if (count === 0) return t({ message: 'All off', comment: 'All kinds of notifications.' });
  if (count === NOTIFICATION_KINDS.length)
    return t({ message: 'All on', comment: 'All kinds of notifications.' });
  const [on, all] = [formatNumber(count), formatNumber(NOTIFICATION_KINDS.length)];
  return t({ message: `${on} of ${all} on`, comment: 'Kinds of notifications.' });
};

const noticesText = ({ muted, digest, todayHour }: NotificationSettings): string => {
  const kinds = kindsText(NOTIFICATION_KINDS.length - muted.length);
  return todayHour === null
    ? select(digest, {
        daily: `${kinds}, e-mail once a day`,
        weekly: `${kinds}, e-mail once a week`,
        other: `${kinds}, no e-mail`,
      })
    : select(digest, {
        daily: `${kinds}, e-mail once a day, today's hand by e-mail`,
        weekly: `${kinds}, e-mail once a week, today's hand by e-mail`,
        other: `${kinds}, today's hand by e-mail`,
      });
};

/**
 * What is set now on the pages of the settings, in a few words; `undefined` until it is known. It takes three
 * small calls, which the pages make as well; the rest this browser has.
 */
export const useAnswers = (user: CurrentUser): Partial<Record<PageId, string | undefined>> => {
  const languages = useLanguages();
  const { rest, theme, motion } = usePreferences();
  const blocked = useBlockStore((state) => state.blocked.length);
  const muted = useMuted().length;
  const posts = usePostSettings(user._id).query.data;
  const notices = useNotificationSettings(user._id).query.data;
  const factors = useFactors().data?.factors;
  const confirms = useSessionStore(mustConfirm);

  return {
    profile: `@${user.userName}`,
    reading: readingText(languages, rest),
    appearance: THEMES[theme][motion === 'reduced' ? 'still' : 'usual'],
    care: careText(blocked, muted),
    posts: posts && postsText(posts),
    notifications: notices && noticesText(notices),
    security: confirms
      ? CONFIRM_ANSWER
      : factors && (factors.length === 0 ? t`Two-step sign-in is off` : t`Two-step sign-in is on`),
  };
};
