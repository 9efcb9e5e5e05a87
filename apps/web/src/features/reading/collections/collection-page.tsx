import { plural, t } from '@lingui/core/macro';
import { PAGE } from '@social-feed/contracts';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useListed } from '../../../cache/block-store';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { PageHead } from '../../../components/layouts/page';
import { buttonClass } from '../../../components/ui/button';
import { EmptyState, ErrorState, RetryButton } from '../../../components/ui/empty-state';
import { LostDrawing, UnsavedDrawing } from '../../../components/ui/drawings';
import { PersonLine } from '../../../components/ui/person-line';
import { paths } from '../../../config/paths';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useOwnAccount } from '../../../lib/viewer';
import { PostSkeletons } from '../../content/post/card/post-skeleton';
import { isSaved } from '../../content/post/model/post';
import { Endless } from '../../content/post/list/endless';
import { PostList } from '../../content/post/list/post-list';
import { ShuffleBar, ShuffledPosts, useShuffleSeed } from '../../content/post/list/shuffle';
import { getCollectionPage, type CollectionPosts } from './collection-queries';
import { KeepOffline } from './keep-offline';
import { CollectionMenu, Sharing } from './own-tools';
import { PageTitle } from '../../../components/layouts/page-title';
import { formatNumber } from '../../../lib/locale';

/** In pixels, the same as on profiles. */
const MARGIN = 100;

const WORDS = {
  loading: t`Loading more`,
  failed: t`Some of this could not be loaded.`,
  end: t`You've reached the end`,
};

const browse = (
  <Link to={paths.home.getHref()} className={buttonClass({ variant: 'soft' })}>
    {t`Browse the feed`}
  </Link>
);

const Missing = () => (
  <>
    <PageTitle title={t`Collection not found`} />
    <EmptyState
      as="h1"
      role="alert"
      figure={<LostDrawing />}
      title={t`Collection not found`}
      text={t`It does not exist, or it is not shared any more.`}
      action={browse}
    />
  </>
);

const Nothing = ({ own }: { own: boolean }) => (
  <EmptyState
    as="p"
    figure={<UnsavedDrawing />}
    title={t`No posts in this collection yet`}
    text={own ? t`Save a post, then choose “Add to collection…” among its options.` : undefined}
    action={browse}
  />
);

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

const countOf = (posts: number): string => {
  const count = formatNumber(posts);
  return plural(posts, { one: `${count} post`, other: `${count} posts` });
};

/** Whose collection it is, for others; its settings for the owner. */
const About = ({
  first,
  viewerId,
  own,
}: {
  first: CollectionPosts;
  viewerId: string | null;
  own: boolean;
}) => {
  const { collection, owner } = first;
  if (own && viewerId !== null)
    return (
      <div className="border-b border-line bg-surface md:rounded-card md:border">
        <Sharing collection={collection} viewerId={viewerId} />
        <KeepOffline id={collection._id} viewerId={viewerId} />
      </div>
    );
  return (
    <Link
      to={paths.profile.getHref(owner.userName)}
      className="flex min-h-11 items-center gap-2 px-4 py-2 font-semibold hover:underline md:px-0"
    >
      <PersonLine person={owner} />
    </Link>
  );
};

/**
 * A collection with its posts, in the order in which they were saved, or shuffled if the address has a seed. Load it
 * lazily.
 * @param id of an own collection if `own`, otherwise the ID by which it is shared
 */
export const CollectionPage = ({ id, own = false }: { id: string; own?: boolean }) => {
  const viewerId = useOwnAccount()?._id ?? null;
  const seed = useShuffleSeed();
  const query = useKeyset(keys.collectionPosts(id, viewerId), (cursor, signal) =>
    getCollectionPage(id, { cursor, signal }),
  );
  const listed = useListed(query.data?.pages);
  // in an own one, a removed bookmark leaves the list at once
  const posts = own ? listed.filter(isSaved) : listed;
  const first = query.data?.pages[0];
  if (first === undefined && isMissing(query.error)) return <Missing />;
  const title = first?.collection.name ?? t`Collection`;
  const empty = <Nothing own={own} />;
  return (
    <div className="pb-8">
      <PageTitle title={title} />
      <PageHead
        title={title}
        action={
          own && first && viewerId !== null ? (
            <CollectionMenu collection={first.collection} viewerId={viewerId} />
          ) : undefined
        }
      />
      {first ? <About first={first} viewerId={viewerId} own={own} /> : null}
      {first && first.collection.posts > 0 ? (
        <div className="md:pt-4">
          <ShuffleBar>{countOf(first.collection.posts)}</ShuffleBar>
        </div>
      ) : null}
      {seed !== undefined && first ? (
        <Suspense fallback={<PostSkeletons />}>
          <ShuffledPosts
            of={{ collectionId: id }}
            seed={seed}
            read={(cursor, signal) => getCollectionPage(id, { cursor, seed, signal })}
            empty={empty}
          />
        </Suspense>
      ) : (
        <Endless
          query={query}
          isEmpty={posts.length === 0}
          margin={MARGIN}
          loading={<PostSkeletons />}
          empty={empty}
          failed={({ retrying, onRetry }) => (
            <ErrorState
              title={t`Something went wrong`}
              text={messageOf(query.error)}
              action={<RetryButton retrying={retrying} onRetry={onRetry} />}
            />
          )}
          words={WORDS}
        >
          <PostList posts={posts} pageSize={PAGE.profile} complete={!query.hasNextPage} />
        </Endless>
      )}
    </div>
  );
};
