import { useBlockStore, type BlockedAuthor } from '../../../cache/block-store';
import { toast } from '../../../lib/toast';

/** Says who was blocked, with Undo. */
export const showBlocked = (author: BlockedAuthor): void => {
  const id = `blocked-${author._id}`;
  toast.message(
    <span className="flex items-center gap-3">
      <span>Blocked @{author.userName}</span>
      <button
        type="button"
        className="min-h-8 rounded-pill px-2 font-semibold text-accent-text hover:underline"
        onClick={() => {
          useBlockStore.getState().unblock(author._id, new Date());
          toast.dismiss(id);
        }}
      >
        Undo
      </button>
    </span>,
    { id },
  );
};
