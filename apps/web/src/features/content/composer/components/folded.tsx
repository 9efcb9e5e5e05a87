import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../components/ui/button';
import type { FoldName, Folds } from '../hooks/use-folds';

/** What the button of the warning says. */
export const warningWords = (filled: boolean): string => (filled ? 'Change the warning' : 'Add a warning');

interface FoldedProps {
  name: FoldName;
  folds: Folds;
  /** Shown above the fields to unfold them; without it, only what unfolds them elsewhere does. */
  button?: { label: string; icon: LucideIcon };
  className?: string;
  children: ReactNode;
}

/** Fields that show after a press, or once they have a value. */
export const Folded = ({ name, folds, button, className, children }: FoldedProps) => {
  const shown = folds.isShown(name);
  const Icon = button?.icon;
  return (
    <div className={button || shown ? className : 'hidden'} data-fold={name}>
      {button && Icon ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-3"
          aria-expanded={shown}
          onClick={() => folds.press(name)}
        >
          <Icon size="1.0625em" aria-hidden />
          <span>{button.label}</span>
        </Button>
      ) : null}
      {shown ? <div className={button ? 'mt-2' : ''}>{children}</div> : null}
    </div>
  );
};
