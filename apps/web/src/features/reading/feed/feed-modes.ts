import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { readText, writeText } from '../../../lib/json';
import { useOwnAccount } from '../../../lib/viewer';

/** The feed modes of home. The shuffle is the default and is not in the URL. */
export type FeedMode = 'shuffle' | 'following' | 'unseen' | 'newest' | 'day';

/** Storage key of this tab's mode. It is named like the `way` of addresses, which users have shared. */
const STORAGE_KEY = 'feed-way';

/** History entries that showed the shuffle. Their URL names no mode, so Back looks them up here. */
const shuffles = new Set<string>();

/** Remembers this tab's mode. */
export const storeFeedMode = (mode: FeedMode): void =>
  void writeText(STORAGE_KEY, mode === 'shuffle' ? null : mode, 'sessionStorage');

/** This tab's mode; null for the shuffle. */
const storedMode = () => readText(STORAGE_KEY, 'sessionStorage');

/** Whether home opens with the shuffle in this tab. */
export const opensShuffled = (): boolean => storedMode() === null;

const modeOf = (asked: string | null, isMember: boolean): FeedMode =>
  asked === 'newest' || asked === 'day' || (isMember && (asked === 'following' || asked === 'unseen'))
    ? asked
    : 'shuffle';

/** The current mode: from the URL, otherwise this tab's. A shared shuffle is always a shuffle. */
export const useFeedMode = (): FeedMode => {
  const user = useOwnAccount();
  const { key, search } = useLocation();
  const query = new URLSearchParams(search);
  if (query.has('seed') || query.has('shuffle')) return 'shuffle';
  const kept = shuffles.has(key) ? null : storedMode();
  return modeOf(query.get('way') ?? kept, user !== null);
};

/** Updates the URL and the tab's stored mode to the mode shown; `at` is false outside home. */
export const useStoredFeedMode = (mode: FeedMode, at: boolean): void => {
  const { key, search, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  useEffect(() => {
    if (!at) return;
    storeFeedMode(mode);
    if (mode === 'shuffle') shuffles.add(key);
    else if (!search) void navigate(`/home?way=${mode}`, { replace: true, state });
  }, [at, mode, key, search, state, navigate]);
};
