import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useBlockStore } from '../../cache/block-store';
import type { ClientPost } from '../../cache/post-model';
import { paths } from '../../config/paths';
import { useCopyLink } from '../../features/interactions/hooks/use-copy-link';
import { useReaction } from '../../features/interactions/hooks/use-reaction';
import { PostMenu } from '../../features/posts/components/post-menu';
import { useDeletePost } from '../../features/posts/hooks/use-delete-post';
import { askConfirmation, askReason, requireLogin } from '../../lib/dialogs';
import { useViewer } from '../../lib/viewer';
import { showBlocked } from './block-toast';
import { toast } from '../../lib/toast';

export interface PostOptionsProps {
  post: ClientPost;
  /** After the post was deleted or its author blocked. */
  onGone?: (() => void) | undefined;
}

/** The options menu, opened at once, with what its items do (F §2; design §4, Block and report). */
export const OpenPostOptions = ({ post, onGone }: PostOptionsProps) => {
  const navigate = useNavigate();
  const { user } = useViewer();
  const react = useReaction();
  const deletePost = useDeletePost();
  const block = useBlockStore((state) => state.block);
  const report = useBlockStore((state) => state.report);
  const [open, setOpen] = useState(true);
  const close = useCallback(() => setOpen(false), []);
  const { state: copyState, copy } = useCopyLink(post._id, close);
  const author = post.user;

  const handleDelete = async () => {
    if (await deletePost(post._id)) onGone?.();
  };
  const handleBlock = async () => {
    if (!user) {
      requireLogin('block the author of');
      return;
    }
    const confirmed = await askConfirmation({
      title: `Block @${author.userName}?`,
      text: 'Their posts and comments leave your lists. This holds for this browser only; nobody is told.',
      confirmLabel: 'Block',
      danger: true,
    });
    if (!confirmed) return;
    block(author, post._id, new Date());
    showBlocked(author);
    onGone?.();
  };
  const handleReport = async () => {
    if (!user) {
      requireLogin('report');
      return;
    }
    const reason = await askReason({
      about: `report ${post._id}`,
      title: 'Report post',
      text: 'Your report is noted in this browser only.',
      fieldLabel: 'What is wrong with it?',
      confirmLabel: 'Report',
    });
    if (reason === null || reason.trim() === '') return;
    report({ userId: author._id, postId: post._id }, reason, new Date());
    toast.success('Report noted');
  };

  return (
    <PostMenu
      own={user?._id === author._id}
      isPinned={post.isPinned}
      isBookmarked={post.isBookmarked || post.userInteraction.saved}
      copyState={copyState}
      open={open}
      onOpenChange={setOpen}
      onEdit={() => void navigate(paths.createPost.getHref(post._id))}
      onPin={() => void react(post, 'pin')}
      onCopy={() => void copy()}
      onDelete={() => void handleDelete()}
      onBookmark={() => void react(post, 'bookmark')}
      onBlock={() => void handleBlock()}
      onReport={() => void handleReport()}
    />
  );
};
