import { plural, t } from '@lingui/core/macro';
import { languagesOf } from '@social-feed/contracts/languages';
import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isRead, useLanguages } from '../../../cache/language-store';
import { IconButton } from '../../../components/ui/icon-button';
import { cx } from '../../../lib/class-names';
import { afterPicture } from '../../../lib/first-picture';
import { focusIfLost } from '../../../lib/focus';
import { lazyPart } from '../../../lib/lazy';
import { serifOf } from '../../../lib/serif';
import { useOwnAccount } from '../../../lib/viewer';
import type { ClientPost } from '../../content/post/model/post';
import { endWelcome, isWelcome } from '../../identity/session/model/welcome';
import { isFollowedSeed, type FeedPage } from './feed-memory';
import { isFirstVisit } from './visits';
import { formatNumber } from '../../../lib/locale';

const WelcomeMore = lazyPart(() => afterPicture(() => import('./welcome-more')), 'WelcomeMore');

/** How many posts there are, if that is known, and who sees their order. */
const textOf = (count: number | undefined, isFollowed: boolean): string => {
  if (count === undefined)
    return isFollowed
      ? t`Posts, shuffled by chance. Nobody can buy a place.`
      : t`Posts, shuffled for you alone. Nobody can buy a place.`;
  const shown = formatNumber(count);
  return isFollowed
    ? plural(count, {
        one: `${shown} post, shuffled by chance. Nobody can buy a place.`,
        other: `${shown} posts, shuffled by chance. Nobody can buy a place.`,
      })
    : plural(count, {
        one: `${shown} post, shuffled for you alone. Nobody can buy a place.`,
        other: `${shown} posts, shuffled for you alone. Nobody can buy a place.`,
      });
};

/** Whether some of these posts are in none of the languages that the browser names, or languages were chosen. */
const useAsksLanguages = (posts: readonly ClientPost[]): boolean => {
  const chosen = useLanguages();
  const own = languagesOf(navigator.languages);
  return chosen.length > 0 || (own.length > 0 && posts.some(({ language }) => !isRead(own, language)));
};

const NONE: readonly ClientPost[] = [];

/**
 * Tells newcomers above their first feed where they are; from the second visit on, today's hand stands there. Appears
 * together with the posts, so nothing shifts.
 */
export const Welcome = ({ page }: { page: FeedPage | undefined }) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const [shown, setShown] = useState(() => isWelcome(viewerId) && isFirstVisit(viewerId));
  const asks = useAsksLanguages(page?.data ?? NONE);
  if (!shown || !page?.data[0]) return null;
  const count = page.order?.population;
  const text = textOf(typeof count === 'number' ? count : undefined, isFollowedSeed(page.seed));
  const dismiss = () => {
    endWelcome(viewerId);
    setShown(false);
    focusIfLost('[role="feed"]');
  };
  return (
    <section
      aria-label={t`Welcome`}
      data-welcome
      className="border-line bg-surface p-4 short:py-2 max-md:border-b md:mb-3 md:rounded-card md:border"
    >
      <div className="flex items-start gap-2">
        <p className={cx('min-w-0 flex-1 text-section font-semibold text-balance', serifOf(text))}>{text}</p>
        <IconButton
          label={t({ message: 'Dismiss', context: 'a card' })}
          onClick={dismiss}
          className="-me-2 -mt-2.5"
        >
          <X size="1.25em" aria-hidden />
        </IconButton>
      </div>
      {/* one row in landscape, so that a post shows below */}
      {asks || viewerId !== null ? (
        <div
          className={cx(
            'mt-2 short:mt-0 short:flex short:flex-wrap short:items-center short:gap-3',
            viewerId === null ? 'min-h-9' : asks ? 'min-h-25 short:min-h-14' : 'min-h-16 short:min-h-14',
          )}
        >
          <Suspense>
            <WelcomeMore viewerId={viewerId} asks={asks} />
          </Suspense>
        </div>
      ) : null}
    </section>
  );
};
