import { toast } from '../../lib/toast';

/**
 * Shows a toast with an Undo button.
 * @param id id of the toast; it replaces another toast with the same id
 * @param duration milliseconds; the toaster's default unless set
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
