import { Suspense, type ReactNode } from 'react';
import { cx } from '../../lib/class-names';
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
  /** Link to the other account page, below the form. */
  footer?: ReactNode;
  /** Address of a picture above the logo, where there is no room for a right half. */
  band?: string | undefined;
  /** The right half, from 992 px, and from 768 px in windows of at least 480 px height; may be a lazy part. */
  aside?: Elements;
  /** Below both halves; may be a lazy part. */
  pageFooter?: Elements;
}

/** Room for both halves: a phone on its side has none. */
const HALVES = `${DESKTOP}, ${TABLET} and (min-height: 30rem)`;

/**
 * Two halves where there is room, the form left and a picture right; else one column. The logo keeps its position at any
 * form height.
 */
export const AccountLayout = (props: AccountLayoutProps) => {
  const halves = useMediaQuery(HALVES);
  const name = useInstanceName();
  return (
    <div className="bg-surface">
      <PageTitle title={props.title} />
      <div className={cx('grid min-h-dvh content-start', halves ? 'grid-cols-2' : 'grid-cols-1')}>
        {!halves && props.band ? (
          // a quarter of a low window at most, so that the form stays in sight
          <img src={props.band} alt="" className="h-40 max-h-[25dvh] w-full object-cover" />
        ) : null}
        <main
          tabIndex={-1}
          className="px-5 py-8 outline-none sm:px-8 lg:pt-[clamp(32px,36dvh_-_280px,144px)]"
        >
          <div className="mx-auto w-full max-w-[400px]">
            <div className="mb-8 flex items-center gap-3.5">
              <Logo size={48} />
              <div className="min-w-0">
                <p className="text-section leading-tight font-bold tracking-tight">{name}</p>
                <p className="text-body text-muted">{props.tagline}</p>
              </div>
            </div>
            {props.before ? <div className="mb-8">{props.before}</div> : null}
            {props.back}
            <h1 className="text-page font-bold tracking-tight">{props.title}</h1>
            {props.lead ? <p className="mt-2 text-body text-muted">{props.lead}</p> : null}
            <div className="mt-5">{props.children}</div>
            {props.footer ? <div className="mt-6 text-body text-muted">{props.footer}</div> : null}
          </div>
        </main>
        {halves && props.aside ? (
          <aside aria-label={`About ${name}`} className="sticky top-0 h-dvh p-3 ps-0">
            <div className="relative h-full overflow-hidden rounded-card bg-accent-soft">
              <Suspense>{props.aside}</Suspense>
            </div>
          </aside>
        ) : null}
      </div>
      <Suspense>{props.pageFooter}</Suspense>
    </div>
  );
};
