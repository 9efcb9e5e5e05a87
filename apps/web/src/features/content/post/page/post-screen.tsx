import { t } from '@lingui/core/macro';
import { useParams, useSearchParams } from 'react-router-dom';
import { X } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { postName, type ClientPost } from '../model/post';
import { useViewTracking } from '../reactions/use-reaction';
import { ActionBar } from '../reactions/action-bar';
import { PartBoundary } from '../../../../components/errors/part-boundary';
import { IconButton } from '../../../../components/ui/icon-button';
import { Spinner } from '../../../../components/ui/spinner';
import { CommentsSection } from '../comments/comments-section';
import { MediaFrame } from '../card/media-frame';
import { PostHeader } from '../card/post-header';
import { PostBody, PostTags } from '../card/post-text';
import { useCardViews, useSlide } from '../model/card-views';
import { isMissingPost, usePost } from '../model/use-post';
import { mediaItems } from '../model/media-items';
import { paths } from '../../../../config/paths';
import { requireLogin } from '../../../../lib/dialogs';
import { focusIfLost } from '../../../../lib/focus';
import { useClose } from '../../../../lib/use-close';
import { useShortcuts } from '../dialogs/use-shortcuts';
import { useInteractionStatus } from './use-interaction-status';
import { LikedBy } from './liked-by';
import { PostFailed, PostMissing } from './post-states';
import { PageTitle } from '../../../../components/layouts/page-title';

const login = () => requireLogin('comment');
const doNothing = () => undefined;

const OpenPost = ({ post, onGone }: { post: ClientPost; onGone: () => void }) => {
  const article = useRef<HTMLElement>(null);
  const headingId = useId();
  const slide = useSlide(post._id);
  // what is typed into a page that the web server has drawn would be lost
  const [commentsOpen, setCommentsOpen] = useState(!import.meta.env.SSR);
  const toggleComments = useCallback(() => setCommentsOpen((open) => !open), []);
  const [search] = useSearchParams();
  const linked = search.get('comment') ?? undefined;
  const items = mediaItems(post);
  useViewTracking(article, post, 'page');
  useInteractionStatus(post._id);

  return (
    <article
      ref={article}
      tabIndex={-1}
      data-post-id={post._id}
      aria-labelledby={headingId}
      className="bg-surface md:rounded-card md:border md:border-line"
    >
      <div className="px-4 pt-4 pb-1.5 md:px-5 md:pt-5">
        <PostHeader post={post} onGone={onGone} />
        <div className="mt-4 flex flex-col gap-3">
          <PostBody
            post={post}
            expanded
            onExpand={doNothing}
            headingId={headingId}
            headingLevel="h1"
            media={
              items.length > 0 ? (
                <MediaFrame
                  items={items}
                  eager
                  index={slide}
                  onIndex={(next) => useCardViews.getState().change(post._id, { slide: next })}
                  hrefOf={(index) => paths.photo.getHref(post.user.userName, post._id, index + 1)}
                  className="rounded-media"
                />
              ) : null
            }
          />
          <PostTags tags={post.tags} />
        </div>
        <div className="mt-3">
          <ActionBar post={post} commentsOpen={commentsOpen} onComments={toggleComments} saves />
          {post.likes > 0 ? <LikedBy post={post} /> : null}
        </div>
      </div>
      {commentsOpen ? (
        <div className="border-t border-line px-4 pt-4 pb-5 md:px-5">
          <CommentsSection
            postId={post._id}
            rule={post}
            reader="page"
            count={post.commentsCount}
            login={login}
            headingLevel="h2"
            linked={linked}
          />
        </div>
      ) : null}
    </article>
  );
};

export const PostScreen = ({ postId }: { postId: string }) => {
  const { data: post, error, isPending, isFetching, refetch } = usePost(postId);
  const [retrying, setRetrying] = useState(false);
  const close = useClose();
  useShortcuts(true, close);
  const retry = async () => {
    setRetrying(true);
    await refetch();
    // the retry button disappears on success
    setRetrying(false);
    focusIfLost('article[data-post-id]');
  };
  // a text behind a warning must not show in the tab title
  const title = post
    ? postName(post.contentWarning ? { ...post, title: '' } : post)
    : t({ message: 'Post', context: 'noun' });
  return (
    <>
      <PageTitle title={title} />
      <div className="sticky top-0 z-30 -mb-px flex min-h-14 items-center gap-2 border-b border-line bg-surface/90 px-2 [backdrop-filter:blur(16px)] md:border-transparent md:bg-background/85 md:px-0">
        <IconButton label={t`Close`} onClick={close}>
          <X size="1.375em" aria-hidden />
        </IconButton>
        <span className="text-section font-bold tracking-tight">
          {t({ message: 'Post', context: 'noun' })}
        </span>
      </div>
      {isMissingPost(error) ? (
        <PostMissing />
      ) : post ? (
        <PartBoundary text={t`This post could not be shown.`}>
          <OpenPost key={post._id} post={post} onGone={close} />
        </PartBoundary>
      ) : (isPending || isFetching) && !retrying ? (
        <div className="grid place-items-center py-24 text-muted">
          <Spinner size={32} label={t`Loading post`} />
        </div>
      ) : (
        <PostFailed busy={retrying} onRetry={() => void retry()} />
      )}
    </>
  );
};

/** /p/{postId}: the single post page (F §2). */
export const PostRoute = () => {
  const { postId = '' } = useParams();
  return <PostScreen key={postId} postId={postId} />;
};
