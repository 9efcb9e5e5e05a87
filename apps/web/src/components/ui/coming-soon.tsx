import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { SoonDrawing } from './drawings';
import type { Elements } from '../../lib/elements';

interface SoonProps {
  /** Replaces the clock. */
  figure?: Elements;
  /** Above the pill, if the page has no heading. */
  heading?: Elements;
  text?: ReactNode;
  children?: Elements;
}

/** The content of a placeholder page: figure, "Coming Soon", what is planned, and what to do until then. */
export const ComingSoon = ({ figure = <SoonDrawing />, heading, text, children }: SoonProps) => (
  <div className="mx-auto flex max-w-md flex-col items-center text-center">
    {figure}
    {heading}
    <p className="mt-2 rounded-pill bg-accent-soft px-3 py-1 text-meta font-semibold text-accent-text">
      Coming Soon
    </p>
    {text ? <p className="mt-3 text-body text-pretty text-muted">{text}</p> : null}
    {children}
  </div>
);

interface SoonListProps {
  items: readonly { icon: LucideIcon; name: string; text: string }[];
}

/** The planned features of a placeholder page, one per line. */
export const ComingSoonList = ({ items }: SoonListProps) => (
  <ul className="w-full divide-y divide-line overflow-hidden rounded-card border border-line bg-surface text-start">
    {items.map(({ icon: Icon, name, text }) => (
      <li key={name} className="flex items-center gap-4 px-5 py-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
          <Icon size="1.3125em" aria-hidden />
        </span>
        <span>
          <span className="block text-body font-semibold">{name}</span>
          <span className="block text-meta text-muted">{text}</span>
        </span>
      </li>
    ))}
  </ul>
);
