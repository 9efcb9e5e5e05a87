import type { ReactNode } from 'react';
import type { FoldName, Folds } from '../hooks/use-folds';

interface FoldedProps {
  name: FoldName;
  folds: Folds;
  children: ReactNode;
}

/** Fields that show once a tool unfolded them or they have a value. */
export const Folded = ({ name, folds, children }: FoldedProps) =>
  folds.isShown(name) ? <div data-fold={name}>{children}</div> : null;
