import { CircleAlert, CircleCheck } from 'lucide-react';
import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless';
import { cx } from '../../lib/class-names';
import { Spinner } from './spinner';

/** How long each kind stays, and the time between dismissal and removal, in ms (F §4); loading stays until it is dismissed. */
const OPTIONS = {
  duration: 4000,
  removeDelay: 1000,
  success: { duration: 3000 },
  error: { duration: 5000 },
  loading: { duration: Infinity },
};

const Icon = ({ toast }: { toast: Toast }) => {
  if (toast.icon !== undefined) return <span>{toast.icon}</span>;
  if (toast.type === 'success')
    return <CircleCheck size={20} aria-hidden className="shrink-0 text-success" />;
  if (toast.type === 'error') return <CircleAlert size={20} aria-hidden className="shrink-0 text-danger" />;
  if (toast.type === 'loading') return <Spinner size={20} className="text-accent" />;
  return null;
};

/**
 * Toasts top right (A §2.6), newest first, their clocks stopped while the pointer or the focus is on them. At most 20 show
 * at once, which is the library's own limit. Drawn here, since the library's own look would cost every page 3 kB.
 */
export const AppToaster = () => {
  const { toasts, handlers } = useToaster(OPTIONS);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pausing the clocks is a courtesy, not a control
    <section
      aria-label="Messages"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      className="pointer-events-none fixed top-[max(0.75rem,env(safe-area-inset-top))] right-3 z-60 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col items-end gap-2"
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          {...toast.ariaProps}
          className={cx(
            'flex max-w-full animate-rise items-center gap-3 transition-[opacity,translate] duration-200',
            toast.type !== 'custom' &&
              'min-h-12 rounded-media border border-line bg-raised px-4 py-2.5 text-body font-medium text-text shadow-float',
            toast.visible ? 'pointer-events-auto' : '-translate-y-1 opacity-0',
          )}
        >
          <Icon toast={toast} />
          <div className="min-w-0">{resolveValue(toast.message, toast)}</div>
        </div>
      ))}
    </section>
  );
};
