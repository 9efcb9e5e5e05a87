import { useUnread } from '../../../cache/unread-store';
import { api } from '../../../lib/api-client';

/** Refetches how many entries wait for the moderator, after a decision. The old number stays if that fails. */
export const readWaiting = async (): Promise<void> => {
  const { waiting } = await api
    .call('listNotifications', { query: { limit: 1 } })
    .catch(() => ({ waiting: undefined }));
  if (waiting !== undefined) useUnread.setState({ waiting });
};
