import { Button } from '../../../components/ui/button';
import { messageOf } from '../../../lib/api-error';

interface LoadFailedProps {
  query: { error: unknown; refetch: () => unknown };
}

/** Why a part of the settings could not be read, and another try. */
export const LoadFailed = ({ query }: LoadFailedProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
    <span className="min-w-0 flex-1">{messageOf(query.error)}</span>
    <Button variant="outline" size="sm" onClick={() => void query.refetch()}>
      Try Again
    </Button>
  </div>
);
