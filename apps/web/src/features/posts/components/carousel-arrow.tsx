import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../../../lib/class-names';

/** Previous or next, over the media. */
export const CarouselArrow = ({
  side,
  disabled,
  onPress,
}: {
  side: 'left' | 'right';
  disabled: boolean;
  onPress: () => void;
}) => {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={side === 'left' ? 'Previous' : 'Next'}
      disabled={disabled}
      onClick={onPress}
      className={cx(
        'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full transition-opacity focus-visible:-outline-offset-2 disabled:opacity-0',
        side === 'left' ? 'left-1' : 'right-1',
      )}
    >
      <span className="grid size-8 place-items-center rounded-full bg-black/55 text-white backdrop-blur hover:bg-black/75">
        <Icon size={20} aria-hidden />
      </span>
    </button>
  );
};
