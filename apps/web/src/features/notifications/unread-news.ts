import { useUnread } from '../../cache/unread-store';
import { otherTabs } from '../../lib/other-tabs';

/** What tabs tell each other: how many notifications somebody has not read, or a question for it. */
interface UnreadNews {
  kind: 'unread';
  viewerId: string;
  /** Absent in a question. */
  unread?: number;
}

const send = (news: Omit<UnreadNews, 'kind'>): void =>
  otherTabs?.postMessage({ kind: 'unread', ...news } satisfies UnreadNews);

/** Shows in this tab how many notifications are not read. */
export const showUnread = (unread: number): void => useUnread.setState({ unread });

const showNews = (unread: number): void => useUnread.setState({ unread, newsAt: Date.now() });

/** Shows what this tab did itself, which is news to the other tabs of the viewer alone. */
export const shareUnread = (viewerId: string, unread: number): void => {
  showUnread(unread);
  send({ viewerId, unread });
};

/** Shows it as news in every tab of the viewer. */
export const tellUnread = (viewerId: string, unread: number): void => {
  showNews(unread);
  send({ viewerId, unread });
};

/**
 * Shows what other tabs tell, after asking them for it.
 * @param answer how it stands, where this tab knows it from the account
 * @returns ends it
 */
export const hearOtherTabs = (viewerId: string, answer: () => number | undefined): (() => void) => {
  const hear = ({ data }: MessageEvent<Partial<UnreadNews>>) => {
    if (data.kind !== 'unread' || data.viewerId !== viewerId) return;
    const known = answer();
    if (data.unread !== undefined) showNews(data.unread);
    else if (known !== undefined) send({ viewerId, unread: known });
  };
  otherTabs?.addEventListener('message', hear);
  send({ viewerId });
  return () => otherTabs?.removeEventListener('message', hear);
};
