import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFocusKept } from '../../../lib/use-focus-kept';
import { IconButton } from '../../../components/ui/icon-button';
import type { FeatureId } from '../model/feature-result';
import { featureOf } from '../model/features';

interface FeatureFrameProps {
  feature: FeatureId;
  busy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A chosen card, opened: its name, a button that closes it, and what it found. Takes the focus when it opens, and holds it while it loads. */
export const FeatureFrame = ({ feature, busy, onClose, children }: FeatureFrameProps) => {
  const { icon: Icon, label } = featureOf(feature);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  useFocusKept(frame);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={label}
      aria-busy={busy}
      className="animate-rise rounded-media outline-none"
    >
      <header className="-mt-1 -mr-2 mb-3 flex items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-media bg-accent-soft text-accent-text">
          <Icon size={19} aria-hidden />
        </span>
        <h2 className="min-w-0 flex-1 truncate text-meta font-semibold text-muted">{label}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      </header>
      <div aria-live="polite">{children}</div>
    </section>
  );
};
