import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IconButton } from '../../../components/ui/icon-button';
import { paths } from '../../../config/paths';

/** A line above the feed that leads to today's hand. Load it lazily. */
export const HandLine = ({ onDismiss }: { onDismiss: () => void }) => (
  <div className="flex min-h-13 items-center gap-2 border-b border-line bg-surface ps-4 pe-2 md:rounded-card md:border">
    <Link
      to={paths.today.getHref()}
      className="flex min-h-11 flex-1 items-center font-semibold text-accent-text hover:underline"
    >
      Today&apos;s hand is ready
    </Link>
    <IconButton label="Dismiss" onClick={onDismiss}>
      <X size="1.125em" aria-hidden />
    </IconButton>
  </div>
);
