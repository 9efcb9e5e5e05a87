import { t } from '@lingui/core/macro';
import { SoonDrawing } from './drawings';
import type { Elements } from '../../lib/elements';

interface SoonLineProps {
  /** What is planned: a sentence, or names. */
  plans?: string | readonly string[] | undefined;
  /** `h2` on a page with other content. */
  as?: 'h2' | 'span';
}

/** Quiet lines: "Coming Soon", and what is planned. */
export const ComingSoonLine = ({ plans = [], as: Name = 'span' }: SoonLineProps) => (
  <div className="text-center text-meta text-balance text-muted">
    <Name className="block font-semibold">{t`Coming Soon`}</Name>
    {[plans].flat().map((plan) => (
      <span key={plan} className="dot-between">
        {plan}
      </span>
    ))}
  </div>
);

interface SoonProps {
  /** Replaces the clock. */
  figure?: Elements;
  /** Above the line, if the page has no heading. */
  heading?: Elements;
  plans?: SoonLineProps['plans'];
  children?: Elements;
}

/** The content of a placeholder page: figure, "Coming Soon", what is planned, and what to do until then. */
export const ComingSoon = ({ figure = <SoonDrawing />, heading, plans, children }: SoonProps) => (
  <div className="mx-auto flex max-w-md flex-col items-center gap-1 text-center">
    {figure}
    {heading}
    <ComingSoonLine plans={plans} />
    {children}
  </div>
);
