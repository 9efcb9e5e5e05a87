import { t } from '@lingui/core/macro';
import type { BlockedAuthor } from '../../../../cache/block-store';
import { blockAuthor, unblockAuthor } from '../../../../cache/blocking';
import { showUndo } from '../../../../components/ui/undo-toast';
import { askConfirmation } from '../../../../lib/dialogs';

/** Shows a toast with the blocked user and Undo. */
const showBlocked = ({ _id, userName }: BlockedAuthor): void =>
  showUndo(`blocked-${_id}`, t`Blocked @${userName}`, () => unblockAuthor(_id));

/** The author to block, and the post from which they are blocked. */
interface Subject {
  author: BlockedAuthor;
  postId?: string;
  /** Mutes words of the post instead. */
  onMute?: () => void;
}

/** Blocks an author for the viewer after confirmation. Resolves to whether they are blocked. */
export const askToBlock = async ({ author, postId, onMute }: Subject, viewerId: string): Promise<boolean> => {
  const confirmed = await askConfirmation({
    title: t`Block @${author.userName}?`,
    text: t`Their posts and comments leave your lists, and they see and reach you no more. Nobody is told.`,
    confirmLabel: t`Block`,
    danger: true,
    ...(onMute && {
      instead: { question: t`Only tired of a topic?`, label: t`Mute words…`, onSelect: onMute },
    }),
  });
  if (!confirmed) return false;
  blockAuthor(author, postId, viewerId);
  showBlocked(author);
  return true;
};
