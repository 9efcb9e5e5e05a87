import { useUnreadInStep } from '../../features/notifications/live';
import { usePeopleInStep } from '../../features/people/people-sync';

/** Keeps a loaded page in sync with the viewer's account. Renders nothing. Load it lazily. */
export const BackgroundSync = ({ viewerId }: { viewerId: string }) => {
  usePeopleInStep(viewerId);
  useUnreadInStep(viewerId);
  return null;
};
