import { useUnreadInStep } from '../../features/notifications/live';
import { usePeopleInStep } from '../../features/people/people-sync';

/** What keeps a page in step with its viewer's account once it stands. It shows nothing. Load it lazily. */
export const AfterPage = ({ viewerId }: { viewerId: string }) => {
  usePeopleInStep(viewerId);
  useUnreadInStep(viewerId);
  return null;
};
