import { t } from '@lingui/core/macro';
import { isId } from '@social-feed/contracts';
import { memo, Suspense, useId, useRef } from 'react';
import { Spinner } from '../../../../components/ui/spinner';
import { paths } from '../../../../config/paths';
import { cx } from '../../../../lib/class-names';
import { requireLogin } from '../../../../lib/dialogs';
import { lazyPart } from '../../../../lib/lazy';
import { useScreenQuery } from '../../../../lib/use-media-query';
import { useViewer } from '../../../../lib/viewer';
import { CLOSED, useCardViews, type CardView } from '../model/card-views';
import { CAROUSEL, mediaItems } from '../model/media-items';
import type { ClientPost } from '../model/post';
import { ActionBar } from '../reactions/action-bar';
import { useViewTracking } from '../reactions/use-reaction';
import { MediaFrame } from './media-frame';
import { MediaGrid } from './media-grid';
import { PostHeader } from './post-header';
import { PostBody, PostTags } from './post-text';

const CommentsSection = lazyPart(() => import('../comments/comments-section'), 'CommentsSection');

const CARD = 'border-b border-line bg-surface md:mb-3 md:rounded-card md:border';

const CardError = ({ text }: { text: string }) => (
  <article role="alert" className={cx(CARD, 'p-4 text-body text-danger')}>
    {text}
  </article>
);

interface OpenCardProps {
  post: ClientPost;
  /** Position in the list, from 1, and the list's length; -1 while the end is unknown. */
  position?: { index: number; size: number } | undefined;
  /** Whether it holds the first picture of the screen. */
  eager?: boolean | undefined;
  /** Shows the post without its actions. */
  preview?: boolean | undefined;
}

interface MediaProps {
  post: ClientPost;
  view: CardView;
  onView: (change: Partial<CardView>) => void;
  eager: boolean;
}

const Media = ({ post, view, onView, eager }: MediaProps) => {
  const narrow = useScreenQuery(CAROUSEL);
  const items = mediaItems(post);
  if (items.length === 0) return null;
  const hrefOf = (index: number) => paths.photo.getHref(post.user.userName, post._id, index + 1);
  const carousel = (
    <MediaFrame
      items={items}
      eager={eager}
      index={view.slide}
      onIndex={(slide) => onView({ slide })}
      hrefOf={hrefOf}
      className="rounded-media"
    />
  );
  const grid = (
    <MediaGrid
      items={items}
      hrefOf={hrefOf}
      eager={eager}
      expanded={view.mediaOpen}
      onToggle={() => onView({ mediaOpen: !view.mediaOpen })}
    />
  );
  if (items.length === 1 || narrow === false) return grid;
  if (narrow) return carousel;
  // the widths of CAROUSEL
  return (
    <>
      <div className="[@media(width>768px)]:hidden">{carousel}</div>
      <div className="[@media(width<=768px)]:hidden">{grid}</div>
    </>
  );
};

const login = () => requireLogin('comment');

const Comments = ({ post, onClose }: { post: ClientPost; onClose: () => void }) => (
  <div className="-mx-4 -mt-1.5 border-t border-line px-4 pt-4 pb-3 md:-mx-5 md:px-5">
    <Suspense
      fallback={
        <div className="grid place-items-center py-8 text-muted">
          <Spinner size={22} label={t`Loading comments`} />
        </div>
      }
    >
      <CommentsSection
        postId={post._id}
        rule={post}
        reader="panel"
        count={post.commentsCount}
        login={login}
        headingLevel="h3"
        onClose={onClose}
      />
    </Suspense>
  </div>
);

const OpenCard = ({ post, position, eager = false, preview = false }: OpenCardProps) => {
  const { user } = useViewer();
  const card = useRef<HTMLElement>(null);
  const headingId = useId();
  const href = paths.post.getHref(post._id);
  const view = useCardViews((state) => state.views[post._id] ?? CLOSED);
  const setView = (next: Partial<CardView>) => useCardViews.getState().change(post._id, next);
  useViewTracking(card, post, 'list');

  const handleComments = () => {
    setView({ commentsOpen: !view.commentsOpen });
    if (!user && !view.commentsOpen) login();
  };
  const closeComments = () => {
    setView({ commentsOpen: false });
    // return the focus to the button that opened the comments, wherever the page is scrolled
    card.current?.querySelector<HTMLElement>('[role=group] > [aria-expanded]')?.focus();
  };
  return (
    <article
      ref={card}
      tabIndex={0}
      data-post-id={post._id}
      aria-labelledby={headingId}
      aria-posinset={position?.index}
      aria-setsize={position?.size}
      className={cx(
        preview ? 'rounded-card border border-line bg-surface pb-4' : cx(CARD, 'pb-1.5'),
        'flex flex-col gap-3 px-4 pt-4 focus-visible:-outline-offset-2 md:px-5',
      )}
    >
      <PostHeader
        post={post}
        // a title that shows is the link
        href={post.title && !post.contentWarning ? undefined : href}
        preview={preview}
      />
      <PostBody
        post={post}
        href={href}
        expanded={view.textOpen}
        onExpand={() => setView({ textOpen: true })}
        headingId={headingId}
        headingLevel="h2"
        media={<Media post={post} view={view} onView={setView} eager={eager} />}
      />
      <PostTags tags={post.tags} />
      {preview ? null : (
        <ActionBar
          post={post}
          commentsOpen={view.commentsOpen}
          onComments={handleComments}
          saves={user?._id !== post.user._id}
        />
      )}
      {view.commentsOpen ? <Comments post={post} onClose={closeComments} /> : null}
    </article>
  );
};

interface PostCardProps extends Omit<OpenCardProps, 'post'> {
  post: ClientPost | null | undefined;
}

/** A post in a list (F §2) with its reactions, options and comments. */
export const PostCard = memo(
  ({ post, position, eager, preview }: PostCardProps) => {
    if (!post) return <CardError text={t`Error: No post data available`} />;
    if (!isId(post._id)) return <CardError text={t`Error: Invalid post ID`} />;
    return <OpenCard post={post} position={position} eager={eager} preview={preview} />;
  },
  (before, after) =>
    before.post === after.post &&
    before.eager === after.eager &&
    before.position?.index === after.position?.index &&
    before.position?.size === after.position?.size,
);
PostCard.displayName = 'PostCard';
