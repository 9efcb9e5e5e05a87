import { ArrowUp } from 'lucide-react';
import { cx } from '../../../lib/class-names';

interface ScrollTopButtonProps {
  shown: boolean;
  onPress: () => void;
}

/** Takes the reader back to the top. Load it lazily. */
export const ScrollTopButton = ({ shown, onPress }: ScrollTopButtonProps) => (
  <div className="pointer-events-none sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 flex h-0 items-end justify-end px-4 md:bottom-6 md:px-0">
    <button
      type="button"
      aria-label="Scroll to top"
      title="Scroll to top"
      onClick={onPress}
      {...(shown ? {} : { inert: true })}
      className={cx(
        'grid size-11 place-items-center rounded-full border border-line bg-raised text-text shadow-float transition-[opacity,translate,scale] hover:bg-fill active:scale-95',
        shown ? 'pointer-events-auto' : 'translate-y-2 opacity-0',
      )}
    >
      <ArrowUp size={20} aria-hidden />
    </button>
  </div>
);
