import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { useViewer } from '../../lib/viewer';
import { feedSeed } from '../post/model/feed-seed';

const SHARED = /[?&]seed=(\d{1,6})(?:&|$)/;

/**
 * Takes the seed of an address that shares a shuffle, `/home?seed=4711`, for this browser session, and leaves `/home`, so
 * that a refresh shuffles anew. Call it above what restores and reads the feed.
 */
export const useSharedSeed = (): void => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const viewerId = useViewer().user?._id ?? null;
  useState(() => {
    const [, shared] = SHARED.exec(search) ?? [];
    if (shared === undefined) return;
    client.removeQueries({ queryKey: keys.feed(viewerId) });
    feedSeed.replace(Number(shared));
  });
  const isShared = /[?&]seed=/.test(search);
  useEffect(() => {
    if (isShared) void navigate(pathname, { replace: true });
  }, [isShared, navigate, pathname]);
};
