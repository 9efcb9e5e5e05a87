import type { ReactNode } from 'react';
import { SoonFigure } from './figures';

interface SoonProps {
  /** In place of the clock. */
  figure?: ReactNode;
  /** Over the pill, where the page has no heading of its own. */
  heading?: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
}

/** The middle of a placeholder: its figure, "Coming Soon", what will be here, and what to do meanwhile. */
export const Soon = ({ figure = <SoonFigure />, heading, text, children }: SoonProps) => (
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
