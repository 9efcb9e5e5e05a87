import { t } from '@lingui/core/macro';
import { Suspense } from 'react';
import { buttonClass } from '../../../../components/ui/button';
import { lazyPart } from '../../../../lib/lazy';

const SharedPreview = lazyPart(() => import('./shared-preview'), 'SharedPreview');

/** Lets visitors in where nothing was shared with them; on a picture. */
export const LookAround = ({ onRead }: { onRead: () => void }) => (
  <button
    type="button"
    onClick={onRead}
    className={buttonClass({ variant: 'bare', className: 'bg-white text-black outline-white' })}
  >
    {t`Look around`}
  </button>
);

/**
 * Shows what was shared to a visitor at the sign-in page, with a button that continues without an account.
 * @param address the path that led here
 */
export const SharedCard = ({ address, onRead }: { address: string; onRead: () => void }) => (
  <section aria-label={t`Without an account`} className="rounded-card border border-line bg-surface p-3">
    {/* as high before, with and without an answer, so that the form below stays in place */}
    <div className="mb-3 flex min-h-[5.5rem] items-center">
      <Suspense>
        <SharedPreview address={address} />
      </Suspense>
    </div>
    <button type="button" onClick={onRead} className={buttonClass({ variant: 'soft', className: 'w-full' })}>
      <span>{t`Read without an account`}</span>
    </button>
  </section>
);
