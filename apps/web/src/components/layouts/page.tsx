import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { serifOf } from '../../lib/serif';
import type { Elements } from '../../lib/elements';
import { PageTitle } from './page-title';

interface PageHeadProps {
  title: string;
  /** Left of the title. */
  back?: Elements;
  /** Right of the title. */
  action?: Elements;
  /** Whether the account menu stands at the end of the row below 992 px, as on all pages but the composer on phones. */
  corner?: boolean;
}

/** The heading of a page: a bar of 56 px on phones, a large title on wider screens. */
export const PageHead = ({ title, back, action, corner = true }: PageHeadProps) => (
  <header
    className={cx(
      'flex min-h-14 flex-wrap items-center gap-x-3 py-1 border-b border-line bg-surface ps-4 md:not-short:min-h-23 md:border-0 md:bg-transparent md:ps-0',
      corner ? 'pe-15 lg:pe-0' : 'pe-2 md:pe-15',
    )}
  >
    {back}
    {/* its basis holds a word of most titles; a wide action goes below */}
    <h1
      className={cx(
        'min-w-0 flex-[1_1_8rem] text-section font-bold tracking-tight md:text-page',
        serifOf(title) && 'serif:font-serif serif:font-semibold',
      )}
    >
      {title}
    </h1>
    {action}
  </header>
);

interface PageProps extends PageHeadProps {
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Without heading and padding, for a page that has its own. */
  bare?: boolean;
  children: Elements;
}

/** A page inside the shell with a heading. Sets the document's title. */
export const Page = ({ lead, bare = false, children, ...head }: PageProps) => (
  <div className={bare ? undefined : 'pb-8'}>
    <PageTitle title={head.title} />
    {bare ? null : <PageHead {...head} />}
    <div className={bare ? undefined : 'px-4 pt-4 md:px-0 md:pt-0'}>
      {lead ? <p className="mb-5 text-body text-muted md:-mt-4">{lead}</p> : null}
      {children}
    </div>
  </div>
);
