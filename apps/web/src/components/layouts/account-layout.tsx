import { t } from '@lingui/core/macro';
import { Suspense, useEffect, type ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { noteFirstPicture } from '../../lib/first-picture';
import { DESKTOP, TABLET, useMediaQuery } from '../../lib/use-media-query';
import { Logo } from '../ui/logo';
import type { Elements } from '../../lib/elements';
import { PageTitle } from './page-title';
import { useInstanceName } from '../../lib/instance-store';

interface AccountLayoutProps {
  tagline: string;
  title: string;
  /** Above the title, e.g. what was shared with a visitor. */
  before?: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Link back, above the title. */
  back?: Elements;
  children: ReactNode;
  /** Below the form; at the bottom edge of the window until it is reached, unless the window is low. */
  bar?: Elements;
  /** A picture above the logo of narrow windows, and next to the form of low ones; may be a lazy part. */
  band?: Elements;
  /** The right half, from 992 px, and from 768 px in windows of at least 480 px height; may be a lazy part. */
  aside?: Elements;
  /** On the picture at either place, at its corner. */
  onPicture?: Elements;
  /** Below both halves; may be a lazy part. */
  pageFooter?: Elements;
}

/** Room for both halves: a phone on its side has none. */
const HALVES = `${DESKTOP}, ${TABLET} and (min-height: 30rem)`;
/** A phone on its side. */
const LOW = '(min-width: 30rem) and (max-height: 30rem)';

/**
 * The form left and a picture right where there is room; else one column with the picture on top. The form comes first
 * for keyboards and screen readers. The logo keeps its position at any form height.
 */
export const AccountLayout = (props: AccountLayoutProps) => {
  const halves = useMediaQuery(HALVES);
  const low = useMediaQuery(LOW);
  const name = useInstanceName();
  const picture = halves ? props.aside : props.band;
  // a stranger who opened the feed came here: what waits for its picture, such as the serif of titles, need not
  useEffect(() => noteFirstPicture(), []);
  const beside = halves || (low && picture);
  return (
    <div className="bg-surface">
      <PageTitle title={props.title} />
      <div className={cx('grid min-h-dvh content-start', beside ? 'grid-cols-2' : 'grid-cols-1')}>
        <main
          tabIndex={-1}
          className={cx('px-5 outline-none', low ? 'pt-2' : 'pt-4 sm:px-8')}
          // in the middle of a high window: a form to sign in or up has about twice this height
          style={halves && !low ? { paddingTop: 'max(32px, 50dvh - 406px)' } : undefined}
        >
          <div className="mx-auto w-full max-w-[400px]">
            <div className={cx('flex items-center gap-3', low ? 'mb-2' : 'mb-4')}>
              <Logo size={40} />
              <div className="min-w-0">
                <p translate="no" className="text-title leading-tight font-bold tracking-tight">
                  {name}
                </p>
                <p className={cx('text-muted', low ? 'text-meta' : 'text-body')}>{props.tagline}</p>
              </div>
            </div>
            {props.before ? <div className="mb-6">{props.before}</div> : null}
            {props.back}
            <h1
              className={cx(
                'font-bold tracking-tight serif:font-serif serif:font-semibold',
                low ? 'text-section' : 'text-page',
              )}
            >
              {props.title}
            </h1>
            {props.lead ? <p className="mt-2 text-body text-muted">{props.lead}</p> : null}
            <div className="mt-3 [&_form]:gap-3">{props.children}</div>
            {props.bar ? (
              <div
                className={cx(
                  '-mx-5 mt-4 flex min-h-14 items-center bg-surface px-5 pb-[env(safe-area-inset-bottom)] text-body text-muted',
                  // it would cover the button of a low window's form
                  !low && 'sticky bottom-0 z-10',
                  !low && !halves && 'border-t border-line',
                )}
              >
                {props.bar}
              </div>
            ) : (
              <div className="h-8" />
            )}
          </div>
        </main>
        {picture ? (
          <aside
            aria-label={t`About ${name}`}
            className={cx(beside ? 'sticky top-0 h-dvh' : 'order-first', halves && 'p-3 ps-0')}
          >
            <div className={cx('relative h-full overflow-hidden', halves && 'rounded-card bg-accent-soft')}>
              <Suspense>{picture}</Suspense>
              <div className={cx('absolute end-3', halves ? 'top-3' : 'bottom-3')}>{props.onPicture}</div>
            </div>
          </aside>
        ) : null}
      </div>
      <Suspense>{props.pageFooter}</Suspense>
    </div>
  );
};
