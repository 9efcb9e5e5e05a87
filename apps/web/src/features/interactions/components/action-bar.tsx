import { Eye, Heart, MessageCircle, Share2, ThumbsDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClientPost } from '../../../cache/post-model';
import { formatCount } from '../../../lib/format';
import { useReaction } from '../hooks/use-reaction';
import { useShare } from '../hooks/use-share';
import { ActionButton } from './action-button';

interface ActionBarProps {
  post: ClientPost;
  /** Opens or closes the comments. */
  onComments: () => void;
  commentsOpen: boolean;
  /** Between share and the view count, e.g. save on the post page. */
  children?: ReactNode;
}

/** Like, dislike, comment, share and the view count (F §2). */
export const ActionBar = ({ post, onComments, commentsOpen, children }: ActionBarProps) => {
  const react = useReaction();
  const { share, sharing } = useShare();
  const { liked, disliked } = post.userInteraction;
  return (
    <div role="group" aria-label="Actions" className="-mx-2.5 flex items-center gap-0.5 sm:gap-1.5">
      <ActionButton
        label="Like"
        icon={Heart}
        count={post.reactions.likes}
        active={liked}
        fills
        activeClass="text-like hover:bg-like-soft"
        hoverClass="hover:bg-like-soft hover:text-like"
        onPress={() => void react(post, 'like')}
      />
      <ActionButton
        label="Dislike"
        icon={ThumbsDown}
        count={post.reactions.dislikes}
        active={disliked}
        fills
        activeClass="text-text hover:bg-fill"
        onPress={() => void react(post, 'dislike')}
      />
      <ActionButton
        label="Comment"
        icon={MessageCircle}
        count={post.commentsCount}
        expanded={commentsOpen}
        hoverClass="hover:bg-accent-soft hover:text-accent-text"
        onPress={onComments}
      />
      <ActionButton
        label="Share"
        pops
        icon={Share2}
        count={post.reactions.shares}
        hoverClass="hover:bg-accent-soft hover:text-accent-text"
        busyLabel={sharing ? 'Sharing...' : undefined}
        onPress={() => void share(post)}
      />
      {children}
      <span
        title={`${post.views} views`}
        className="ml-auto inline-flex shrink-0 items-center gap-1.5 px-2.5 text-meta text-muted"
      >
        <Eye size={18} aria-hidden />
        {formatCount(post.views)}
        <span className="sr-only"> views</span>
      </span>
    </div>
  );
};
