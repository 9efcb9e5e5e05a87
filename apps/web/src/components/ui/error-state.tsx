import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';
import { BrokenFigure } from './figures';

interface ErrorStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}

/** What a list or page shows when its call failed; announced at once. */
export const ErrorState = ({ title, text, action }: ErrorStateProps) => (
  <EmptyState role="alert" figure={<BrokenFigure />} title={title} text={text} action={action} />
);
