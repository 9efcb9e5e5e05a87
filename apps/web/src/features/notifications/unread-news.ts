import { useUnread } from '../../cache/unread-store';
import { otherTabs } from '../../lib/other-tabs';

/** Message between tabs: a user's unread count, or a request for it. */
interface UnreadMessage {
  kind: 'unread';
  viewerId: string;
  /** Absent in a request. */
  unread?: number;
}

const send = (news: Omit<UnreadMessage, 'kind'>): void =>
  otherTabs?.postMessage({ kind: 'unread', ...news } satisfies UnreadMessage);

/** Shows the unread count in this tab. */
export const showUnread = (unread: number): void => useUnread.setState({ unread });

const showNews = (unread: number): void => useUnread.setState({ unread, newsAt: Date.now() });

/** Shows the result of this tab's own action, and notifies the viewer's other tabs. */
export const shareUnread = (viewerId: string, unread: number): void => {
  showUnread(unread);
  send({ viewerId, unread });
};

/** Shows the count as news in every tab of the viewer. */
export const announceUnread = (viewerId: string, unread: number): void => {
  showNews(unread);
  send({ viewerId, unread });
};

/**
 * Requests the count from other tabs and shows what they send.
 * @param answer returns the count if this tab has it from the account
 * @returns a function that stops it
 */
export const listenToUnread = (viewerId: string, answer: () => number | undefined): (() => void) => {
  const hear = ({ data }: MessageEvent<Partial<UnreadMessage>>) => {
    if (data.kind !== 'unread' || data.viewerId !== viewerId) return;
    const known = answer();
    if (data.unread !== undefined) showNews(data.unread);
    else if (known !== undefined) send({ viewerId, unread: known });
  };
  otherTabs?.addEventListener('message', hear);
  send({ viewerId });
  return () => otherTabs?.removeEventListener('message', hear);
};
