import { memo, Suspense, useCallback, useEffect, useRef } from 'react';
import type { ClientPost } from '../../cache/post-model';
import { CommentsFallback } from '../../features/comments/components/comments-fallback';
import { ActionBar } from '../../features/interactions/components/action-bar';
import { FollowButton } from '../../features/interactions/components/follow-button';
import { useViewTracking } from '../../features/interactions/hooks/use-view-tracking';
import { PostCard, type CardView } from '../../features/posts/components/post-card';
import { requireLogin } from '../../lib/dialogs';
import { lazyPart } from '../../lib/lazy-part';
import { useViewer } from '../../lib/viewer';
import { CLOSED, useCardViews } from './card-views';
import { PostOptions } from './post-options';
import { warmUp } from './warm-up';

const CommentsSection = lazyPart(
  () => import('../../features/comments/components/comments-section'),
  'CommentsSection',
);

const login = () => requireLogin('comment on');

interface FeedCardProps {
  post: ClientPost;
  position: { index: number; size: number };
}

/** A post of the feed with its reactions, options and comments. */
export const FeedCard = memo(
  ({ post, position }: FeedCardProps) => {
    const { user } = useViewer();
    const postId = post._id;
    const card = useRef<HTMLElement>(null);
    const view = useCardViews((state) => state.views[postId] ?? CLOSED);
    const change = useCardViews((state) => state.change);
    const setView = useCallback((next: Partial<CardView>) => change(postId, next), [change, postId]);
    const own = user?._id === post.user._id;
    useViewTracking(card, post, 'list');
    useEffect(warmUp, []);

    const handleComments = () => {
      change(postId, { commentsOpen: !view.commentsOpen });
      if (!user && !view.commentsOpen) login();
    };
    return (
      <PostCard
        ref={card}
        post={post}
        own={own}
        view={view}
        onView={setView}
        eager={position.index === 1}
        position={position}
        follow={own ? null : <FollowButton author={post.user} />}
        menu={<PostOptions post={post} />}
        actions={<ActionBar post={post} commentsOpen={view.commentsOpen} onComments={handleComments} />}
        comments={
          view.commentsOpen ? (
            <div className="-mx-4 mt-1.5 border-t border-line px-4 pt-4 pb-3 md:-mx-5 md:px-5">
              <Suspense fallback={<CommentsFallback />}>
                <CommentsSection
                  postId={postId}
                  reader="panel"
                  count={post.commentsCount}
                  login={login}
                  headingLevel="h3"
                />
              </Suspense>
            </div>
          ) : null
        }
      />
    );
  },
  (before, after) =>
    before.post === after.post &&
    before.position.index === after.position.index &&
    before.position.size === after.position.size,
);
FeedCard.displayName = 'FeedCard';
