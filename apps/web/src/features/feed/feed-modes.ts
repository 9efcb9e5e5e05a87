import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { readText, writeText } from '../../lib/json';
import { useOwnAccount } from '../../lib/viewer';

/** The feed modes of home. The shuffle is the default and is not in the URL. */
export type FeedMode = 'shuffle' | 'following' | 'unseen' | 'newest' | 'day';

/** Storage key of this tab's mode. */
const KEPT = 'feed-way';

/** History entries that showed the shuffle. Their URL names no mode, so Back looks them up here. */
const shuffles = new Set<string>();

/** Remembers this tab's mode. */
export const storeFeedMode = (way: FeedMode): void =>
  void writeText(KEPT, way === 'shuffle' ? null : way, 'sessionStorage');

const wayOf = (asked: string | null, isMember: boolean): FeedMode =>
  asked === 'newest' || asked === 'day' || (isMember && (asked === 'following' || asked === 'unseen'))
    ? asked
    : 'shuffle';

/** The current mode: from the URL, otherwise this tab's. A shared shuffle is always a shuffle. */
export const useFeedMode = (): FeedMode => {
  const user = useOwnAccount();
  const { key, search } = useLocation();
  const query = new URLSearchParams(search);
  if (query.has('seed')) return 'shuffle';
  const kept = shuffles.has(key) ? null : readText(KEPT, 'sessionStorage');
  return wayOf(query.get('way') ?? kept, user !== null);
};

/** Updates the URL and the tab's stored mode to the mode shown; `at` is false outside home. */
export const useStoredFeedMode = (way: FeedMode, at: boolean): void => {
  const { key, search, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  useEffect(() => {
    if (!at) return;
    storeFeedMode(way);
    if (way === 'shuffle') shuffles.add(key);
    else if (!search) void navigate(`/home?way=${way}`, { replace: true, state });
  }, [at, way, key, search, state, navigate]);
};
