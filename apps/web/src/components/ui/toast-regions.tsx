/** Errors are announced at once, other toasts at the next pause. */
export const POLITE_ID = 'toasts-polite';
export const ASSERTIVE_ID = 'toasts-assertive';

const stack = 'flex flex-col items-end gap-2 not-empty:mb-2';

/**
 * The live regions for toasts, top right (A §2.6), on phones below the header. Every page renders them from its start:
 * screen readers announce only content added to a live region that already exists.
 */
export const ToastRegions = ({ label }: { label: string | undefined }) => (
  <section
    aria-label={label}
    data-toasts
    style={{ margin: '0 env(safe-area-inset-right) 0 env(safe-area-inset-left)' }}
    className="pointer-events-none fixed top-[calc(4.25rem+env(safe-area-inset-top))] end-3 md:top-3 z-60 w-[min(24rem,calc(100vw-24px))]"
  >
    <div id={ASSERTIVE_ID} aria-live="assertive" className={stack} />
    <div id={POLITE_ID} aria-live="polite" className={stack} />
  </section>
);
