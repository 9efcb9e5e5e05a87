import { ChevronDown, MessageCircle } from 'lucide-react';
import { IconButton } from '../../../components/ui/icon-button';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import type { Folds } from '../hooks/use-folds';

interface SendMenuProps {
  folds: Folds;
  disabled: boolean;
}

/** What is asked less often of a post, next to its button. Its items load with the first touch. */
export const SendMenu = ({ folds, disabled }: SendMenuProps) => (
  <LazyMenu
    align="end"
    trigger={
      <IconButton label="More for this post" disabled={disabled}>
        <ChevronDown size="1.25em" aria-hidden />
      </IconButton>
    }
    items={[
      {
        label: 'Who can comment',
        icon: MessageCircle,
        movesFocus: true,
        onSelect: () => folds.press('comments'),
      },
    ]}
  />
);
