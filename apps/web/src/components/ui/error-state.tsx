import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';
import { LazyFigure } from './lazy-figure';

interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** What a list or page shows when its call failed; announced at once. */
export const ErrorState = ({ title, text, action }: ErrorStateProps) => (
  <EmptyState role="alert" figure={<LazyFigure name="broken" />} title={title} text={text} action={action} />
);
