import { CircleAlert, CircleCheck } from 'lucide-react';
import { resolveValue, useToaster, type Toast } from 'react-hot-toast/headless';
import { createPortal } from 'react-dom';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { Spinner } from './spinner';
import { ASSERTIVE_ID, POLITE_ID } from './toast-regions';

/**
 * How long each kind shows, and the delay between dismissal and removal, in ms (F §4); loading stays until
 * dismissed.
 */
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
    return <CircleCheck size="1.25em" aria-hidden className="shrink-0 text-success" />;
  if (toast.type === 'error')
    return <CircleAlert size="1.25em" aria-hidden className="shrink-0 text-danger" />;
  if (toast.type === 'loading') return <Spinner size={20} className="text-accent" />;
  return null;
};

/** Renders into a live region of the page. */
const InRegion = ({ id, children }: { id: string; children: ReactNode }) => {
  const region = document.getElementById(id);
  return region && createPortal(children, region);
};

/**
 * Toasts, newest first; their timers pause while the pointer or the focus is on one. Shows at most 20 at once, the
 * library's own limit. Custom rendering, since the library's would add 3 kB to every page.
 */
export const AppToaster = () => {
  const { toasts, handlers } = useToaster(OPTIONS);
  /** Id of the toast that holds the timers. */
  const holder = useRef<string>(undefined);
  const pause = (id: string) => {
    if (holder.current === undefined) handlers.startPause();
    holder.current = id;
  };
  const resume = () => {
    holder.current = undefined;
    handlers.endPause();
  };
  // a toast that is removed, e.g. by its own button, sends no leave event
  useEffect(() => {
    if (toasts.some(({ id, visible }) => visible && id === holder.current)) return;
    holder.current = undefined;
    handlers.endPause();
  }, [toasts, handlers]);
  const shown = (wanted: (toast: Toast) => boolean) =>
    toasts.filter(wanted).map((toast) => (
      // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- pausing the clocks is a courtesy, not a control
      <div
        key={toast.id}
        onPointerEnter={() => pause(toast.id)}
        onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || resume()}
        onFocus={() => pause(toast.id)}
        onBlur={resume}
        className={cx(
          'flex max-w-full items-center gap-3',
          // custom content has its own look and motion
          toast.type !== 'custom' &&
            'min-h-12 animate-rise transition-[opacity,translate] duration-200 rounded-media border border-line bg-raised px-4 py-2.5 text-body font-medium text-text shadow-float',
          toast.visible ? 'pointer-events-auto' : '-translate-y-1 opacity-0',
        )}
      >
        <Icon toast={toast} />
        <div className="min-w-0">{resolveValue(toast.message, toast)}</div>
      </div>
    ));
  const isError = ({ type }: Toast) => type === 'error';
  return (
    <>
      <InRegion id={ASSERTIVE_ID}>{shown(isError)}</InRegion>
      <InRegion id={POLITE_ID}>{shown((toast) => !isError(toast))}</InRegion>
    </>
  );
};
