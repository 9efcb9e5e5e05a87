import { cx } from '../../../lib/class-names';
import { showText } from '../../../lib/dialogs';

/** Says that a picture or clip has a description, and shows it when pressed. Nothing without one. */
export const AltBadge = ({ alt, atTop = false }: { alt: string; atTop?: boolean }) =>
  alt === '' ? null : (
    <button
      type="button"
      aria-label={`ALT, description: ${alt}`}
      aria-haspopup="dialog"
      onClick={() => showText('Description', alt)}
      className={cx(
        // small to see, 44 px to touch
        'absolute left-2 rounded-control bg-black/60 px-2 py-0.5 text-[0.6875rem] font-bold text-white after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:bg-black/75 focus-visible:-outline-offset-2',
        atTop ? 'top-2' : 'bottom-2',
      )}
    >
      ALT
    </button>
  );
