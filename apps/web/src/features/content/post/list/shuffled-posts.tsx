import { plural, t } from '@lingui/core/macro';
import { PAGE } from '@social-feed/contracts';
import { shuffleKey } from '@social-feed/feed-order';
import { useState } from 'react';
import { useListed } from '../../../../cache/block-store';
import { keys } from '../../../../cache/keys';
import { Button } from '../../../../components/ui/button';
import { ErrorState, RetryButton } from '../../../../components/ui/empty-state';
import { messageOf } from '../../../../lib/api-error';
import { useOwnAccount } from '../../../../lib/viewer';
import { PostSkeletons } from '../card/post-skeleton';
import { getPosts } from '../model/get-posts';
import type { ClientPost } from '../model/post';
import { wordsOf } from '../options/shuffle-links';
import { Endless } from './endless';
import { PostList } from './post-list';
import { useKeyset } from '../../../../cache/use-keyset';
import { cx } from '../../../../lib/class-names';
import type { Elements } from '../../../../lib/elements';
import { formatNumber } from '../../../../lib/locale';

/** In pixels, the same as on profiles. */
const MARGIN = 100;

interface Page {
  data: ClientPost[];
  nextCursor?: string | null | undefined;
  pagination?: { totalPosts: number };
}

interface ShuffledPostsProps {
  /** The author, the tag or the collection of the posts. */
  of: { userId: string } | { tag: string } | { collectionId: string };
  /** Fetches a page; by default of `GET posts`. */
  read?: (cursor: string, signal: AbortSignal) => Promise<Page>;
  seed: number;
  empty: Elements;
  /** Leads back to the order without a shuffle, if nothing above the list does. */
  back?: Elements;
}

const useShuffled = ({ of, seed, read }: Omit<ShuffledPostsProps, 'empty' | 'back'>) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const query = useKeyset<Page>(
    keys.shuffled(of, seed, viewerId),
    read ??
      ((cursor, signal) => getPosts({ ...of, sortBy: 'random', seed, limit: PAGE.profile, cursor }, signal)),
    // never refetch: the order must not change while the user reads
    { staleTime: Infinity },
  );
  return { ...query, posts: useListed(query.data?.pages) };
};

/** Recomputes the order of the loaded posts and describes the result (docs/feed-order.md, Short lists). */
const checkShuffle = (seed: number, ids: readonly string[]): string => {
  const places = ids.map((id) => shuffleKey(seed, id));
  const wrong = places.findIndex((place, index) => index > 0 && place < places[index - 1]!);
  if (wrong !== -1)
    return t`Post ${wrong + 1} does not stand where seed ${seed} puts it: something else decided.`;
  const count = formatNumber(ids.length);
  return plural(ids.length, {
    one: `Checked ${count} post: each stands where seed ${seed} puts it.`,
    other: `Checked ${count} posts: each stands where seed ${seed} puts it.`,
  });
};

interface CheckShuffleProps {
  seed: number;
  ids: readonly string[];
  back: Elements | undefined;
}

/** Names the shuffle, and proves the order of the list in this browser. */
const CheckShuffle = ({ seed, ids, back }: CheckShuffleProps) => {
  const [result, setResult] = useState<string>();
  return (
    <div className={cx('flex min-h-11 items-center ps-4 md:ps-0', back ? 'py-1' : '-mt-2 mb-1 pe-4 md:pe-0')}>
      <p role="status" className="me-auto text-meta text-muted">
        {result ?? t`Shuffle “${wordsOf(seed)}”`}
      </p>
      {ids.length > 0 ? (
        <Button variant="ghost" size="sm" onClick={() => setResult(checkShuffle(seed, ids))}>
          {t`Check`}
        </Button>
      ) : null}
      {back}
    </div>
  );
};

/** The posts of a user, a tag or a collection in the random order of a seed, to the end. Load it lazily. */
export const ShuffledPosts = (props: ShuffledPostsProps) => {
  const query = useShuffled(props);
  const { posts, error } = query;
  const total = query.data?.pages[0]?.pagination?.totalPosts ?? 0;
  const ids = query.items.map(({ _id }) => _id);
  return (
    <>
      {props.back || ids.length > 0 ? (
        <CheckShuffle key={props.seed} seed={props.seed} ids={ids} back={props.back} />
      ) : null}
      <Endless
        query={query}
        isEmpty={posts.length === 0}
        margin={MARGIN}
        loading={<PostSkeletons />}
        empty={props.empty}
        failed={({ retrying, onRetry }) => (
          <ErrorState
            title={t`Something went wrong`}
            text={messageOf(error)}
            action={<RetryButton retrying={retrying} onRetry={onRetry} />}
          />
        )}
        words={{
          loading: t`Loading more`,
          failed: t`Some of this could not be loaded.`,
          end: total > PAGE.shuffledMax ? t`These were the newest 1,000` : t`You've reached the end`,
        }}
      >
        <PostList posts={posts} pageSize={PAGE.profile} complete={!query.hasNextPage} />
      </Endless>
    </>
  );
};
