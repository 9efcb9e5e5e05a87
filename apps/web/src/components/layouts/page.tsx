import type { ReactNode } from 'react';
import type { Elements } from '../../lib/elements';

interface PageProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Right of the title. */
  action?: Elements;
  children: Elements;
}

/** A page inside the shell with a heading. Sets the document's title. */
export const Page = ({ title, lead, action, children }: PageProps) => (
  <div className="px-4 pt-5 pb-8 md:px-0 md:pt-6">
    <title>{`${title} · Social Feed`}</title>
    <header className="mb-5 flex min-h-11 items-center gap-3">
      <div className="min-w-0 flex-1">
        <h1 className="text-page font-bold tracking-tight">{title}</h1>
        {lead ? <p className="mt-1 text-body text-muted">{lead}</p> : null}
      </div>
      {action}
    </header>
    {children}
  </div>
);
