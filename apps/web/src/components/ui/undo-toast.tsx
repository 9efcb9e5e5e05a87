import { t } from '@lingui/core/macro';
import { toast } from '../../lib/toast';

/**
 * Shows a toast with a button.
 * @param id id of the toast; it replaces another toast with the same id
 * @param duration milliseconds; the toaster's default unless set
 */
export const showOffer = (
  id: string,
  text: string,
  { label, onPress }: { label: string; onPress: () => void },
  duration?: number,
): void =>
  toast.message(
    <span className="flex items-center gap-3">
      <span>{text}</span>
      <button
        type="button"
        className="min-h-8 rounded-pill px-2 font-semibold text-accent-text hover:underline"
        onClick={() => {
          onPress();
          toast.dismiss(id);
        }}
      >
        {label}
      </button>
    </span>,
    { id, ...(duration === undefined ? {} : { duration }) },
  );

/** Shows a toast with an Undo button; see `showOffer`. */
export const showUndo = (id: string, text: string, onUndo: () => void, duration?: number): void =>
  showOffer(id, text, { label: t`Undo`, onPress: onUndo }, duration);
