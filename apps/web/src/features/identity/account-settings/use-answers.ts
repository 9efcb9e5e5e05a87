import { DIGESTS, NOTIFICATION_KINDS, type Commenting, type CurrentUser } from '@social-feed/contracts';
import { useBlockStore } from '../../../cache/block-store';
import { useLanguages } from '../../../cache/language-store';
import { useMuted } from '../../../cache/muted-store';
import { languageName } from '../../../lib/language-names';
import { usePreferences } from '../../../lib/preferences';
import { mustConfirm } from '../session/stores/session-state';
import { useSessionStore } from '../session/stores/session-store';
import { useNotificationSettings } from './notification-settings';
import { useFactors } from './own-account';
import { ageOf, usePostSettings } from './post-settings';
import type { PageId } from './settings-list';

const THEME_WORDS = { system: 'As the device', light: 'Light', dark: 'Dark' };

const COMMENT_ANSWERS: Record<Commenting, string> = {
  everybody: 'everybody can comment',
  followed: 'people you follow can comment',
  nobody: 'nobody can comment',
};
/** Asks for something, so a dot stands beside it. */
export const CONFIRM_ANSWER = 'Confirm your e-mail';

const counted = (count: number, one: string, many: string): string =>
  `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
const sentence = (...parts: (string | false)[]): string => {
  const text = parts.filter((part) => part !== false).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/**
 * What is set now on the pages of the settings, in a few words; `undefined` where it is not known yet. It takes three
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

  const mails = notices && [
    ...(notices.digest === 'off' ? [] : [`mail ${DIGESTS[notices.digest].label.toLowerCase()}`]),
    ...(notices.todayHour === null ? [] : ["today's hand by mail"]),
  ];
  return {
    profile: `@${user.userName}`,
    reading: sentence(
      languages.length === 0 ? 'all languages' : languages.map(languageName).join(', '),
      rest === 'off' ? 'no rest' : `a rest after ${rest} posts`,
    ),
    appearance: sentence(THEME_WORDS[theme], motion === 'reduced' && 'reduced motion'),
    care: sentence(
      blocked === 0 ? 'nobody blocked' : `${blocked} blocked`,
      muted > 0 && counted(muted, 'word muted', 'words muted'),
    ),
    posts:
      posts &&
      sentence(
        COMMENT_ANSWERS[posts.commenting],
        posts.deleteAfter === null ? 'kept for good' : `deleted after ${ageOf(posts.deleteAfter)}`,
      ),
    notifications:
      mails &&
      sentence(
        counted(NOTIFICATION_KINDS.length - notices.muted.length, 'kind', 'kinds'),
        mails.length === 0 ? 'no mail' : mails.join(', '),
      ),
    security: confirms
      ? CONFIRM_ANSWER
      : factors && sentence(counted(factors.length, 'second step', 'second steps')),
  };
};
