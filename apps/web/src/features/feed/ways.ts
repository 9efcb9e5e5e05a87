import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { readText, writeText } from '../../lib/json';
import { useOwnAccount } from '../../lib/viewer';

/** The ways to read home; the specified shuffle is the first, and needs no name in the address. */
export type Way = 'shuffle' | 'following' | 'unseen' | 'newest' | 'day';

/** Where this tab remembers its way. */
const KEPT = 'feed-way';

/** Entries of the history that showed the shuffle, which has no name in their address: Back leads to it all the same. */
const shuffles = new Set<string>();

/** Remembers the way of this tab. */
export const keepWay = (way: Way): void =>
  void writeText(KEPT, way === 'shuffle' ? null : way, 'sessionStorage');

const wayOf = (asked: string | null, isMember: boolean): Way =>
  asked === 'newest' || asked === 'day' || (isMember && (asked === 'following' || asked === 'unseen'))
    ? asked
    : 'shuffle';

/** The way that home is read in: the one of the address, else the one of this tab. A shared shuffle is a shuffle. */
export const useWay = (): Way => {
  const user = useOwnAccount();
  const { key, search } = useLocation();
  const query = new URLSearchParams(search);
  if (query.has('seed')) return 'shuffle';
  const kept = shuffles.has(key) ? null : readText(KEPT, 'sessionStorage');
  return wayOf(query.get('way') ?? kept, user !== null);
};

/** Keeps address and memory of the tab in step with the way that is shown; `at` is false where home is not. */
export const useWayKept = (way: Way, at: boolean): void => {
  const { key, search, state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  useEffect(() => {
    if (!at) return;
    keepWay(way);
    if (way === 'shuffle') shuffles.add(key);
    else if (!search) void navigate(`/home?way=${way}`, { replace: true, state });
  }, [at, way, key, search, state, navigate]);
};
