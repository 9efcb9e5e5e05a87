import { useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import type { ClientPost } from '../model/post';
import { pageStep } from '../../../lib/keys';
import { useSentinel } from './use-sentinel';
import { ListTail } from '../../profile/components/profile-lists';
import { PostCard } from '../card/post-card';
import { useShortcuts } from '../dialogs/use-shortcuts';
import { useKnownHeights } from './use-known-heights';

/** What an endless list needs to know of its query. */
export interface EndlessQuery {
  isPending: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  /** The first or the next page could not be read. */
  failed: boolean;
  isFetchNextPageError: boolean;
  /** Changes with every load that came back. */
  dataUpdatedAt: number;
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => unknown;
  refetch: () => unknown;
}

interface EndlessListProps {
  query: EndlessQuery;
  /** Nothing to show, now that everything was read. */
  isEmpty: boolean;
  /** While the first page loads. */
  loading: ReactNode;
  empty: ReactNode;
  /** How far below the screen the next page is fetched, in pixels. */
  margin: number;
  moreButton?: boolean;
  children: ReactNode;
}

/** Pause between two loads, in milliseconds. */
const COOLDOWN = 200;

/** A list that goes on as its end comes near, with what stands in its place and below it. */
export const EndlessList = (props: EndlessListProps) => {
  const { query, isEmpty, margin, moreButton } = props;
  const { hasNextPage, failed } = query;
  // one that is on its way is not asked for again, whoever asks
  const next = () => void query.fetchNextPage({ cancelRefetch: false });
  const sentinel = useSentinel({
    enabled: hasNextPage && !query.isFetching && !failed,
    onReach: next,
    loads: query.dataUpdatedAt,
    margin,
    cooldown: COOLDOWN,
  });
  if (query.isPending) return props.loading;
  const busy = query.isFetchingNextPage || (failed && query.isFetching);
  const more = () => {
    if (failed && !query.isFetchNextPageError) query.refetch();
    else next();
  };
  const rest = hasNextPage ? 'more' : isEmpty ? 'none' : 'end';
  return (
    <>
      {isEmpty && !hasNextPage ? props.empty : props.children}
      <div ref={sentinel}>
        {/* another one after every page, for the same would be seen to leap down; not where it has what may be focused */}
        <ListTail
          key={moreButton || failed ? 'kept' : query.dataUpdatedAt}
          state={busy ? 'loading' : failed ? 'failed' : rest}
          onMore={more}
          moreButton={moreButton ?? false}
        />
      </div>
    </>
  );
};

/** Fade-in of one post after the other (A §9), in milliseconds. */
const STAGGER = 100;

interface PostCardsProps {
  posts: readonly ClientPost[];
  /** Posts per page: each page's fade begins anew. */
  pageSize: number;
  /** Whether the last post is known to be the last. */
  complete: boolean;
}

/** Page Up and Page Down move the focus between cards, as the ARIA feed prescribes. */
const handlePageKey = (event: KeyboardEvent) => {
  const step = pageStep(event);
  const card = (event.target as Element).closest('article[aria-posinset]');
  if (step === 0 || !card) return;
  const place = Number(card.getAttribute('aria-posinset')) + step;
  const next = event.currentTarget.querySelector<HTMLElement>(`article[aria-posinset="${place}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'start' });
};

/** Posts as the feed's cards, fading in one after the other; what is off the screen is not drawn. */
export const PostCards = ({ posts, pageSize, complete }: PostCardsProps) => {
  useShortcuts();
  const list = useRef<HTMLDivElement>(null);
  const heightOf = useKnownHeights(list);
  const styleOf = (postId: string, index: number) => {
    const height = heightOf(postId);
    return {
      animationDelay: `${(index % pageSize) * STAGGER}ms`,
      animationFillMode: 'backwards',
      ...(height === undefined ? {} : { '--height': `${height}px` }),
    } as CSSProperties;
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=feed prescribes page keys
    <div ref={list} role="feed" aria-label="Posts" onKeyDown={handlePageKey}>
      {posts.map((post, index) => (
        <div
          key={post._id}
          className="[contain-intrinsic-size:auto_var(--height,560px)] [content-visibility:auto] motion-safe:animate-fade"
          style={styleOf(post._id, index)}
        >
          <PostCard post={post} position={{ index: index + 1, size: complete ? posts.length : -1 }} />
        </div>
      ))}
    </div>
  );
};
