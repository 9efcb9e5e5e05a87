import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchFailed } from '../../cache/refetch-failed';
import { useUnreadSync } from '../../features/reading/notifications/live';
import { usePeopleSync } from '../../features/reading/people/people-sync';
import { useSendingPosts } from './use-sending-posts';

/** Loads what failed without a connection when it is back. Queries are sent offline too, so the library does not. */
const useRefetchOnline = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void refetchFailed(client);
    window.addEventListener('online', refetch);
    return () => window.removeEventListener('online', refetch);
  }, [client]);
};

/** Keeps a loaded page in sync with the viewer's account. Renders nothing. Load it lazily. */
export const BackgroundSync = ({ viewerId }: { viewerId: string }) => {
  usePeopleSync(viewerId);
  useUnreadSync(viewerId);
  useSendingPosts(viewerId);
  useRefetchOnline();
  return null;
};
