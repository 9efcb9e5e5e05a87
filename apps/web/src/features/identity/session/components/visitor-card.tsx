import { Suspense } from 'react';
import { buttonClass } from '../../../../components/ui/button';
import type { Elements } from '../../../../lib/elements';
import { lazyPart } from '../../../../lib/lazy';

const SharedPreview = lazyPart(() => import('./shared-preview'), 'SharedPreview');

/** A card whose button continues without an account. */
const VisitorCard = ({
  label,
  onRead,
  children,
}: {
  label: string;
  onRead: () => void;
  children?: Elements;
}) => (
  <section aria-label="Without an account" className="rounded-card border border-line bg-surface p-3">
    {children}
    <button type="button" onClick={onRead} className={buttonClass({ variant: 'soft', className: 'w-full' })}>
      <span>{label}</span>
    </button>
  </section>
);

/** Lets visitors in where nothing was shared with them. */
export const BrowseCard = ({ onRead }: { onRead: () => void }) => (
  <VisitorCard label="Browse without an account" onRead={onRead}>
    <p className="mb-3 px-1 text-body text-muted">Look around first, and join whenever you like.</p>
  </VisitorCard>
);

/**
 * Shows what was shared to a visitor at the sign-in page.
 * @param address the path that led here
 */
export const SharedCard = ({ address, onRead }: { address: string; onRead: () => void }) => (
  <VisitorCard label="Read without an account" onRead={onRead}>
    {/* as high before, with and without an answer, so that the form below stays in place */}
    <div className="mb-3 flex min-h-[5.5rem] items-center">
      <Suspense>
        <SharedPreview address={address} />
      </Suspense>
    </div>
  </VisitorCard>
);
