import { isBlank } from '@social-feed/contracts';
import type { BlockedAuthor } from '../../../cache/block-store';
import { blockAuthor, noteReport, unblockAuthor } from '../../../cache/blocking';
import { showUndo } from '../../../components/ui/undo-toast';
import { askConfirmation, askReason, offerToTell } from '../../../lib/dialogs';
import { toast } from '../../../lib/toast';

/** Shows a toast with the blocked user and Undo. */
const showBlocked = ({ _id, userName }: BlockedAuthor): void =>
  showUndo(`blocked-${_id}`, `Blocked @${userName}`, () => unblockAuthor(_id, new Date()));

/** The subject of a block or report: a post, or a user if no post is set. */
interface Subject {
  author: BlockedAuthor;
  postId?: string;
}

/** Blocks an author for the viewer after confirmation. Resolves to whether they are blocked. */
export const askToBlock = async ({ author, postId }: Subject, viewerId: string): Promise<boolean> => {
  const confirmed = await askConfirmation({
    title: `Block @${author.userName}?`,
    text: 'Their posts and comments leave your lists, and they see and reach you no more. Nobody is told.',
    confirmLabel: 'Block',
    danger: true,
  });
  if (!confirmed) return false;
  blockAuthor(author, postId, new Date(), viewerId);
  showBlocked(author);
  return true;
};

/**
 * Asks for a reason and notes the report in this browser; ignores a blank reason. Then offers to notify the
 * moderators.
 */
export const askToReport = async ({ author, postId }: Subject): Promise<void> => {
  const reason = await askReason({
    about: `report ${postId ?? author._id}`,
    title: postId ? 'Report post' : `Report @${author.userName}`,
    text: 'Your report is noted in this browser only.',
    fieldLabel: postId ? 'What is wrong with it?' : 'What is wrong?',
    confirmLabel: 'Report',
  });
  if (reason === null || isBlank(reason)) return;
  noteReport({ userId: author._id, ...(postId ? { postId } : {}) }, reason, new Date());
  toast.success('Report noted');
  offerToTell(
    postId ? { kind: 'post', target: postId } : { kind: 'person', target: author._id },
    reason.trim(),
  );
};
