import { toast } from '../../lib/toast';

/**
 * Says what was done, with Undo.
 * @param id of the toast: another of the same id takes its place
 * @param duration milliseconds; the toaster's own unless given
 */
export const showUndo = (id: string, text: string, onUndo: () => void, duration?: number): void =>
  toast.message(
    <span className="flex items-center gap-3">
      <span>{text}</span>
      <button
        type="button"
        className="min-h-8 rounded-pill px-2 font-semibold text-accent-text hover:underline"
        onClick={() => {
          onUndo();
          toast.dismiss(id);
        }}
      >
        Undo
      </button>
    </span>,
    { id, ...(duration === undefined ? {} : { duration }) },
  );
