import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useListed } from '../../../cache/block-store';
import { PageHead } from '../../../components/layouts/page';
import { PageTitle } from '../../../components/layouts/page-title';
import { ApiError } from '../../../lib/api-error';
import { useStored } from '../../../lib/use-stored';
import { useMediaQuery } from '../../../lib/use-media-query';
import { usePrinting } from '../../../lib/use-printing';
import { useOwnAccount } from '../../../lib/viewer';
import { setPlace, type ListPlace } from '../../content/post/list/list-place';
import { useHidden } from '../../content/post/list/use-hidden';
import { useCardViews } from '../../content/post/model/card-views';
import { handWay, utcDay } from '../../content/post/model/hand-way';
import { FeedList } from '../feed/feed';
import { useRestoredFeed } from '../feed/feed-memory';
import { formatUtcDay } from '../../../lib/utc-day';
import { HandDeck } from './hand-deck';
import { HandEnd } from './hand-end';
import { Back, DeckPage, Empty, FORM, Gone, HandMenu, isForm, type Form } from './hand-page';
import { useHandNotes, useHandProgress } from './hand-progress';
import { handQuery } from './hand-query';

/** A window in which a card has room; a smaller one, or much larger text, gets the list. */
const ROOM = '(min-width: 18.75rem) and (min-height: 20rem)';

const TITLES = [t`Today's hand`, t`Yesterday's hand`];

/** A place in the list form at this post, so that the form can change and a reload shows the same posts. */
const placeOf = (postId: string, index: number): ListPlace => ({
  offset: (index + 1) * window.innerHeight,
  anchor: { postId, above: 72 },
  width: window.innerWidth,
  sizes: [],
});

/**
 * The hand of a day: its posts as cards or as a list, then the end. Load it lazily.
 * @param asked an earlier day in UTC, as in the address
 */
export const TodaysHand = ({ asked }: { asked: string | null }) => {
  // The day of the visit: at midnight the hand stays until the reader comes again.
  const [day] = useState(() => asked ?? utcDay());
  const [ago] = useState(() => TITLES.findIndex((_title, days) => day === utcDay(days)));
  const title = TITLES[ago] ?? t`An earlier hand`;
  const { key } = useLocation();
  const viewerId = useOwnAccount()?._id ?? null;
  const notePlace = useRestoredFeed(handWay(day));
  const query = useInfiniteQuery(handQuery(day, viewerId));
  const posts = useListed(query.data?.pages);
  const hidden = useHidden(posts);
  const [page] = query.data?.pages ?? [];
  const isToday = ago === 0;
  const isShown = page !== undefined;

  const progress = useHandProgress(viewerId, day);
  const notes = useHandNotes(viewerId, day, posts, page?.seed ?? null);
  const [stopped] = useState(() => progress);
  const slide = useCardViews(({ views }) => views[handWay(day)]?.slide);
  const setIndex = (next: number) => useCardViews.getState().change(handWay(day), { slide: next });
  const lastRead = posts.findIndex(({ _id }) => _id === stopped.read?.at(-1));
  const index = Math.min(slide ?? (stopped.isFinished ? Infinity : Math.max(0, lastRead)), posts.length);

  const stored = useStored<Form>(FORM, isForm, 'cards');
  const hasRoom = useMediaQuery(ROOM);
  const printing = usePrinting();
  const { error } = query;
  const isGone = !isShown && error instanceof ApiError && (error.status === 404 || error.status === 400);
  const isDeck = stored === 'cards' && hasRoom && !printing && posts.length > 0 && hidden !== undefined;

  const current = isDeck ? posts[index]?._id : undefined;
  useEffect(() => {
    if (isShown) notes.fetched();
  }, [isShown, notes]);
  // with the card itself: its reader may leave at once
  useLayoutEffect(() => {
    if (!isDeck) return;
    const at = current ?? posts.at(-1)?._id ?? '';
    const place = placeOf(at, index);
    setPlace(key, place);
    notePlace(key, place);
    if (current !== undefined) notes.read([current]);
  }, [isDeck, key, index, current, posts, notes, notePlace]);

  const goInList = (to: number) => {
    const post = posts[to];
    document.querySelector(`article[data-post-id="${post?._id ?? ''}"]`)?.scrollIntoView({ block: 'center' });
  };
  const end =
    page &&
    (import.meta.env.SSR ? (
      <></>
    ) : (
      <HandEnd
        posts={posts}
        hidden={hidden ?? null}
        day={day}
        isToday={isToday}
        dayBefore={page.dayBefore}
        kept={progress.kept}
        onKept={notes.kept}
        onGo={isDeck ? setIndex : goInList}
        onReached={notes.finished}
      />
    ));
  const heading = isGone ? t`No hand` : title;
  const menu = isGone ? null : <HandMenu form={hasRoom ? stored : undefined} isMember={viewerId !== null} />;
  if (isDeck)
    return (
      <DeckPage heading={heading} menu={menu} index={index} posts={posts}>
        <HandDeck posts={posts} hidden={hidden} index={index} onIndex={setIndex} end={end} />
      </DeckPage>
    );
  return (
    <div className="pb-8">
      <PageTitle title={heading} />
      <PageHead title={heading} back={<Back className="md:hidden" />} action={menu} />
      {isGone ? null : (
        <p className="px-4 py-4 text-body text-muted md:-mt-4 md:px-0 md:pt-0">
          {t`${formatUtcDay(day)}, UTC. The same posts for everybody, drawn by chance.`}
        </p>
      )}
      {isGone ? (
        <Gone />
      ) : (
        <FeedList
          query={{ ...query, posts }}
          empty={<Empty isToday={isToday} />}
          onPlace={(entry, place) => {
            notePlace(entry, place);
            const at = posts.findIndex(({ _id }) => _id === place.anchor?.postId);
            notes.read(posts.slice(0, at + 1).map(({ _id }) => _id));
          }}
          numbered
          rest={end && posts.length > 0 ? { after: posts.length, card: end } : undefined}
        />
      )}
    </div>
  );
};
