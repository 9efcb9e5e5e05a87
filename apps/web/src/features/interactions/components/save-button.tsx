import { Bookmark } from 'lucide-react';
import type { ClientPost } from '../../../cache/post-model';
import { useReaction } from '../hooks/use-reaction';
import { ActionButton } from './action-button';

/** Saves a post, with the count of saves; on the post page (F §2). */
export const SaveButton = ({ post }: { post: ClientPost }) => {
  const react = useReaction();
  return (
    <ActionButton
      label="Save"
      icon={Bookmark}
      count={post.reactions.saves}
      active={post.isBookmarked || post.userInteraction.saved}
      fills
      activeClass="text-accent-text hover:bg-accent-soft"
      hoverClass="hover:bg-accent-soft hover:text-accent-text"
      onPress={() => void react(post, 'bookmark')}
    />
  );
};
