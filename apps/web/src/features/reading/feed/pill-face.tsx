import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { keys } from '../../../cache/keys';
import { SeedFace } from '../../../components/ui/seed-face';
import { useOwnAccount } from '../../../lib/viewer';
import { feedSeed } from '../../content/post/model/feed-seed';
import type { FeedData } from './feed-memory';

/** The face of the shuffle that is read, for the pill next to home's title. Load it lazily. */
export const PillFace = () => {
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  const seed = useSyncExternalStore(
    useCallback((told) => client.getQueryCache().subscribe(told), [client]),
    () => client.getQueryData<FeedData>(keys.feed(viewerId))?.pages[0]?.seed ?? null,
  );
  // a refresh may follow, which draws: its code takes longer than its first moves
  useEffect(() => void import('../../content/post/options/draw').catch(() => undefined), []);
  // while the posts load, it is the face of the seed that they were asked for with
  return <SeedFace seed={seed ?? feedSeed.get()} className="size-5 animate-fade" />;
};
