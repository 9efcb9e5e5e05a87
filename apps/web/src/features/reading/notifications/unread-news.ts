import { useUnread } from '../../../cache/unread-store';
import { otherTabs } from '../../../lib/other-tabs';

/** Message between tabs: a user's unread count, or a request for it. */
interface UnreadMessage {
  kind: 'unread';
  viewerId: string;
  /** Absent in a request. */
  unread?: number;
  /** Only for moderators. */
  waiting?: number | undefined;
}

/** What the API says about news: unread notifications, and for moderators the entries that wait for a decision. */
export interface News {
  unread: number;
  waiting?: number | undefined;
}

const send = (news: Omit<UnreadMessage, 'kind'>): void =>
  otherTabs?.postMessage({ kind: 'unread', ...news } satisfies UnreadMessage);

const stateOf = ({ unread, waiting }: News) => ({ unread, ...(waiting === undefined ? {} : { waiting }) });

/** Shows the counts in this tab. A missing count of waiting entries stays as it is. */
export const showUnread = (news: News): void => useUnread.setState(stateOf(news));

const showNews = (news: News): void => useUnread.setState({ ...stateOf(news), newsAt: Date.now() });

/** Shows the result of this tab's own action, and notifies the viewer's other tabs. */
export const shareUnread = (viewerId: string, unread: number): void => {
  showUnread({ unread });
  send({ viewerId, unread });
};

/** Shows the counts as news in every tab of the viewer. */
export const announceUnread = (viewerId: string, news: News): void => {
  showNews(news);
  send({ viewerId, ...stateOf(news) });
};

/**
 * Requests the count from other tabs and shows what they send.
 * @param answer returns the count if this tab has it from the account
 * @returns a function that stops it
 */
export const listenToUnread = (viewerId: string, answer: () => News | undefined): (() => void) => {
  const hear = ({ data }: MessageEvent<Partial<UnreadMessage>>) => {
    if (data.kind !== 'unread' || data.viewerId !== viewerId) return;
    const known = answer();
    if (data.unread !== undefined) showNews({ unread: data.unread, waiting: data.waiting });
    else if (known !== undefined) send({ viewerId, ...stateOf(known) });
  };
  otherTabs?.addEventListener('message', hear);
  send({ viewerId });
  return () => otherTabs?.removeEventListener('message', hear);
};
