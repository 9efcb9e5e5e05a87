import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { Button } from './button';
import { LazyDrawing } from './lazy-drawing';

interface StateProps {
  /** A figure or an icon. */
  figure?: ReactNode;
  title: string;
  text?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** `alert` is announced at once. */
  role?: 'alert';
  /** Level of the heading. */
  as?: 'h1' | 'h2' | 'h3' | 'p';
}

/** The content of a list or page with nothing to show. */
export const EmptyState = ({ figure, title, text, action, role, as: Heading = 'h2' }: StateProps) => (
  <div role={role} className="mx-auto flex max-w-sm flex-col items-center px-6 py-12 text-center">
    {figure ? <div className="mb-5 text-accent-text">{figure}</div> : null}
    <Heading className={cx('text-title font-semibold text-balance', Heading === 'h1' && 'serif:font-serif')}>
      {title}
    </Heading>
    {text ? <div className="mt-1.5 text-body text-balance text-muted">{text}</div> : null}
    {action ? <div className="mt-5">{action}</div> : null}
  </div>
);

interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** Replaces a list or page whose call failed; announced at once. */
export const ErrorState = ({ title, text, action }: ErrorStateProps) => (
  <EmptyState role="alert" figure={<LazyDrawing />} title={title} text={text} action={action} />
);

/** A retry function, and whether the retry is running. */
export interface Retry {
  retrying: boolean;
  onRetry: () => void;
}

/** Retries a call; use `quiet` below existing content. */
export const RetryButton = ({ retrying, onRetry, quiet = false }: Retry & { quiet?: boolean }) => (
  <Button {...(quiet ? { variant: 'soft', size: 'sm' } : {})} busy={retrying} onClick={onRetry}>
    {retrying ? t`Retrying...` : t`Try Again`}
  </Button>
);

/** One line for a part of a page that failed to load, with a retry button. */
export const Failed = ({ text, ...retry }: Retry & { text: string }) => (
  <div role="alert" className="flex flex-col items-center gap-3 py-4 text-center">
    <p className="text-body text-muted">{text}</p>
    <RetryButton quiet {...retry} />
  </div>
);
