import { X } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import type { ClientPost } from '../../cache/post-model';
import { IconButton } from '../../components/ui/icon-button';
import { Spinner } from '../../components/ui/spinner';
import { CommentsSection } from '../../features/comments/components/comments-section';
import { ActionBar } from '../../features/interactions/components/action-bar';
import { FollowButton } from '../../features/interactions/components/follow-button';
import { SaveButton } from '../../features/interactions/components/save-button';
import { useInteractionStatus } from '../../features/interactions/hooks/use-interaction-status';
import { useViewTracking } from '../../features/interactions/hooks/use-view-tracking';
import { MediaFrame } from '../../features/posts/components/media-frame';
import { PostHeader } from '../../features/posts/components/post-header';
import { PostTags, PostText } from '../../features/posts/components/post-text';
import { isMissingPost, usePost } from '../../features/posts/hooks/use-post';
import { mediaItems } from '../../features/posts/model/media-items';
import { paths } from '../../config/paths';
import { requireLogin } from '../../lib/dialogs';
import { useViewer } from '../../lib/viewer';
import { PostOptions } from './post-options';
import { PostFailed, PostMissing } from './post-states';
import { useClose } from './use-close';
import { useShortcuts } from './use-shortcuts';

const login = () => requireLogin('comment on');
const doNothing = () => undefined;

const OpenPost = ({ post, onGone }: { post: ClientPost; onGone: () => void }) => {
  const { user } = useViewer();
  const article = useRef<HTMLElement>(null);
  const headingId = useId();
  const [slide, setSlide] = useState(0);
  const [commentsOpen, setCommentsOpen] = useState(true);
  const toggleComments = useCallback(() => setCommentsOpen((open) => !open), []);
  const own = user?._id === post.user._id;
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
        <PostHeader
          post={post}
          own={own}
          follow={own ? null : <FollowButton author={post.user} />}
          menu={<PostOptions post={post} onGone={onGone} />}
        />
        <div className="mt-4 flex flex-col gap-3">
          <div className={post.title || post.description ? '' : 'sr-only'}>
            <PostText
              title={post.title}
              label={`Post by ${post.user.fullName}`}
              description={post.description}
              expanded
              onExpand={doNothing}
              headingId={headingId}
              headingLevel="h1"
            />
          </div>
          {items.length > 0 ? (
            <MediaFrame
              items={items}
              fit="contain"
              eager
              index={slide}
              onIndex={setSlide}
              hrefOf={(index) => paths.photo.getHref(post.user.userName, post._id, index + 1)}
              className="rounded-media"
            />
          ) : null}
          <PostTags tags={post.tags} />
        </div>
        <div className="mt-1">
          <ActionBar post={post} commentsOpen={commentsOpen} onComments={toggleComments}>
            <SaveButton post={post} />
          </ActionBar>
        </div>
      </div>
      {commentsOpen ? (
        <div className="border-t border-line px-4 pt-4 pb-5 md:px-5">
          <CommentsSection
            postId={post._id}
            reader="page"
            count={post.commentsCount}
            login={login}
            headingLevel="h2"
          />
        </div>
      ) : null}
    </article>
  );
};

/** The single post page (F §2). */
export const PostScreen = ({ postId }: { postId: string }) => {
  const { data: post, error, isPending, isFetching, refetch } = usePost(postId);
  const [retrying, setRetrying] = useState(false);
  const close = useClose();
  useShortcuts(true, close);
  const retry = async () => {
    setRetrying(true);
    await refetch();
    setRetrying(false);
  };
  const title = post?.title || (post ? `Post by ${post.user.fullName}` : 'Post');
  // the heading of the page is the post's title where it has one
  const Heading = post && !post.title ? 'h1' : 'span';
  return (
    <>
      <title>{`${title} · Social Feed`}</title>
      <div className="sticky top-0 z-30 -mb-px flex h-14 items-center gap-2 border-b border-line bg-surface/90 px-2 backdrop-blur-lg md:border-transparent md:bg-background/85 md:px-0">
        <IconButton label="Close" onClick={close}>
          <X size={22} aria-hidden />
        </IconButton>
        <Heading className="text-title font-semibold">Post</Heading>
      </div>
      {isMissingPost(error) ? (
        <PostMissing />
      ) : post ? (
        <OpenPost key={post._id} post={post} onGone={close} />
      ) : (isPending || isFetching) && !retrying ? (
        <div className="grid place-items-center py-24 text-muted">
          <Spinner size={32} label="Loading post" />
        </div>
      ) : (
        <PostFailed busy={retrying} onRetry={() => void retry()} />
      )}
    </>
  );
};
