import { t } from '@lingui/core/macro';
import { seedOfName } from '@social-feed/feed-order/names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '../../../lib/toast';
import { useOwnAccount } from '../../../lib/viewer';
import { wordsOf } from '../../content/post/options/shuffle-links';
import { FeedLoading } from './feed';
import { SHUFFLE_TOAST, startShuffle } from './feed-memory';

/** Longest name quoted in a message, in characters. */
const QUOTED_MAX = 60;

/**
 * Home at `/home?shuffle=amber-otter-lantern`: starts the shuffle of that name and removes it from the address, so
 * that a refresh picks a new seed. An unknown name leaves the ordinary feed. Load it lazily: it contains all words.
 */
export const NamedShuffle = () => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  useEffect(() => {
    const name = new URLSearchParams(search).get('shuffle') ?? '';
    const seed = seedOfName(name);
    if (seed === undefined) {
      const quoted = name.slice(0, QUOTED_MAX);
      toast.error(t`No shuffle is called “${quoted}”. You see an ordinary shuffle instead.`, SHUFFLE_TOAST);
    } else {
      startShuffle(client, viewerId, seed);
      toast.success(t`Shuffle: ${wordsOf(seed)}`, SHUFFLE_TOAST);
    }
    void navigate(pathname, { replace: true });
  }, [pathname, search, navigate, client, viewerId]);
  return <FeedLoading />;
};
