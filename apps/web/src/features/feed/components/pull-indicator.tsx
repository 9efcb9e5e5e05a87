import { ArrowDown, RefreshCw } from 'lucide-react';

/** Above the pulled posts: an arrow, then the sign that letting go refreshes. Load it lazily. */
export const PullIndicator = ({ ready }: { ready: boolean }) => (
  <span aria-hidden className="absolute inset-x-0 top-3 grid place-items-center text-muted">
    {ready ? <RefreshCw size={20} className="text-accent-text" /> : <ArrowDown size={20} />}
  </span>
);
