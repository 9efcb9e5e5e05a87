import { Spinner } from '../../../components/ui/spinner';

/** A spinner for the moment in which the panel's code arrives. */
export const CommentsFallback = () => (
  <div className="grid place-items-center py-8 text-muted">
    <Spinner size={22} label="Loading comments" />
  </div>
);
