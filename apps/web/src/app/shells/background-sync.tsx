import { useUnreadSync } from '../../features/reading/notifications/live';
import { usePeopleSync } from '../../features/reading/people/people-sync';
import { useSendingPosts } from './use-sending-posts';

/** Keeps a loaded page in sync with the viewer's account. Renders nothing. Load it lazily. */
export const BackgroundSync = ({ viewerId }: { viewerId: string }) => {
  usePeopleSync(viewerId);
  useUnreadSync(viewerId);
  useSendingPosts(viewerId);
  return null;
};
