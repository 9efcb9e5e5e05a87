import { t } from '@lingui/core/macro';
import { PAGE, SEARCH_LIMITS } from '@social-feed/contracts';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '../../../../components/ui/button';
import { EmptyState } from '../../../../components/ui/empty-state';
import { UnframedDrawing, UnsavedDrawing, UnwrittenDrawing } from '../../../../components/ui/drawings';
import { TextField } from '../../../../components/ui/text-field';
import { Skeletons } from '../../../../components/ui/skeletons';
import { paths } from '../../../../config/paths';
import { focusIfLost } from '../../../../lib/focus';
import { useOwnAccount } from '../../../../lib/viewer';
import { CollectionChips } from '../../collections/collection-chips';
import { PostSkeletons } from '../../../content/post/card/post-skeleton';
import { mediaItems } from '../../../content/post/model/media-items';
import { isSaved } from '../../../content/post/model/post';
import { Endless } from '../../../content/post/list/endless';
import { PostList } from '../../../content/post/list/post-list';
import { NewestFirst, ShuffledPosts, useShuffleSeed } from '../../../content/post/list/shuffle';
import { useProfilePosts, type PostsOf } from '../profile-queries';
import { MediaTile } from './media-tile';
import type { Elements } from '../../../../lib/elements';

/** Pixels (A §9). */
const POSTS_MARGIN = 100;
const MEDIA_MARGIN = 200;
/** Milliseconds between two tiles (A §9). */
const TILE_STAGGER = 50;

const WORDS = {
  loading: t`Loading more`,
  failed: t`Some of this could not be loaded.`,
  end: t`You've reached the end`,
};

/** Card around content that has no cards. */
export const Surface = ({ children }: { children: ReactNode }) => (
  <div className="border-b border-line bg-surface md:rounded-card md:border">{children}</div>
);

const NOTHING = { posts: t`No posts yet`, bookmarks: t`No bookmarks yet`, media: t`No media yet` };
const FIGURES = { posts: UnwrittenDrawing, bookmarks: UnsavedDrawing, media: UnframedDrawing };

/** 'No {posts|media|bookmarks} yet' (A §2.9), with a link to add some; `userId` is the profile's user. */
const NothingYet = ({ what, userId, text }: { what: PostsOf['of']; userId?: string; text?: string }) => {
  const ownId = useOwnAccount()?._id;
  const Drawing = FIGURES[what];
  const writes = ownId !== undefined && ownId === userId;
  return (
    <Surface>
      <EmptyState
        as="p"
        figure={<Drawing />}
        title={NOTHING[what]}
        text={text}
        action={
          <Link
            to={writes ? paths.createPost.getHref() : paths.home.getHref()}
            className={buttonClass({ variant: 'soft' })}
          >
            {writes ? t`Write a post` : t`Browse the feed`}
          </Link>
        }
      />
    </Surface>
  );
};

/** Posts or bookmarks as feed cards, in pages of 12. */
const PostsTab = ({ wanted, empty }: { wanted: PostsOf; empty?: Elements }) => {
  const query = useProfilePosts(wanted);
  // A removed bookmark leaves the list immediately.
  const posts = wanted.of === 'bookmarks' ? query.posts.filter(isSaved) : query.posts;
  return (
    <Endless
      query={query}
      isEmpty={posts.length === 0}
      margin={POSTS_MARGIN}
      loading={<PostSkeletons />}
      empty={
        empty ?? <NothingYet what={wanted.of} {...('userId' in wanted ? { userId: wanted.userId } : {})} />
      }
      words={WORDS}
    >
      <PostList posts={posts} pageSize={PAGE.profile} complete={!query.hasNextPage} />
    </Endless>
  );
};

/** The posts tab: in the specified order, or shuffled if the URL has a seed. */
export const PersonPosts = ({ userId }: { userId: string }) => {
  const seed = useShuffleSeed();
  if (seed === undefined) return <PostsTab wanted={{ of: 'posts', userId }} />;
  return (
    <Suspense fallback={<PostSkeletons />}>
      <ShuffledPosts
        of={{ userId }}
        seed={seed}
        back={<NewestFirst />}
        empty={<NothingYet what="posts" userId={userId} />}
      />
    </Suspense>
  );
};

/** Pause after the last letter before a search, in milliseconds. */
const SEARCH_PAUSE = 400;

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Surface>
    <EmptyState
      as="p"
      figure={<UnsavedDrawing />}
      title={t`No saved post has these words`}
      text={t`Try fewer or shorter words.`}
      action={
        <Button variant="soft" onClick={onClear}>
          {t`Show all saved posts`}
        </Button>
      }
    />
  </Surface>
);

/** The viewer's saved posts, with their collections and a search. */
const OwnBookmarks = () => {
  const ownId = useOwnAccount()?._id;
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), SEARCH_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const clear = () => {
    setText('');
    setQ('');
    focusIfLost('main form[role="search"] input');
  };
  const all = useProfilePosts({ of: 'bookmarks' });
  const hasNone = all.data !== undefined && !all.hasNextPage && !all.posts.some(isSaved);
  return (
    <>
      {ownId === undefined ? null : <CollectionChips viewerId={ownId} />}
      {hasNone && text === '' ? (
        <div className="h-3" />
      ) : (
        <form
          role="search"
          aria-label={t`Saved posts`}
          className="px-4 py-3 md:px-0"
          onSubmit={(event) => event.preventDefault()}
        >
          <TextField
            label={t`Search your saved posts`}
            type="search"
            dir="auto"
            maxLength={SEARCH_LIMITS.queryMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </form>
      )}
      {/* one list for each search, so that no position of another one is restored */}
      {q === '' ? (
        <PostsTab
          wanted={{ of: 'bookmarks' }}
          empty={<NothingYet what="bookmarks" text={t`Press the bookmark below a post to save it here.`} />}
        />
      ) : (
        <PostsTab key={q} wanted={{ of: 'bookmarks', q }} empty={<NoMatch onClear={clear} />} />
      )}
    </>
  );
};

/** The bookmarks tab: the owner's saved posts; others see the empty text. */
export const BookmarksTab = ({ own }: { own: boolean }) =>
  own ? <OwnBookmarks /> : <NothingYet what="bookmarks" />;

const GRID = 'grid grid-cols-2 gap-0.5 sm:gap-2 lg:grid-cols-3';

/** The media tab: one 3:4 tile per post with media, 2 or 3 per row. */
export const MediaTab = ({ userId }: { userId: string }) => {
  const query = useProfilePosts({ of: 'media', userId });
  const posts = query.posts.filter((post) => mediaItems(post).length > 0);
  return (
    <Endless
      query={query}
      isEmpty={posts.length === 0}
      margin={MEDIA_MARGIN}
      moreButton
      loading={<Skeletons what="media" count={6} className="aspect-[3/4] sm:rounded-media" list={GRID} />}
      empty={<NothingYet what="media" userId={userId} />}
      words={WORDS}
    >
      <ul aria-label={t`Media`} className={GRID}>
        {posts.map((post, index) => (
          <li key={post._id}>
            <MediaTile post={post} delay={(index % PAGE.profile) * TILE_STAGGER} />
          </li>
        ))}
      </ul>
    </Endless>
  );
};
