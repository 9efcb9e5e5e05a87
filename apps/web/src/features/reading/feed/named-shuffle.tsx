import { t } from '@lingui/core/macro';
import { seedOfName } from '@social-feed/feed-order/names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { toast } from '../../../lib/toast';
import { useOwnAccount } from '../../../lib/viewer';
import { wordsOf } from '../../content/post/options/shuffle-links';
import { FeedLoading } from './feed';
import { startShuffle } from './feed-memory';

/** Longest name quoted in a message, in characters. */
const QUOTED_MAX = 60;
const TOAST = { id: 'shuffle' };

/**
 * Home at `/home?shuffle=amber-otter-lantern`: starts the shuffle of that name and removes it from the address, so
 * that a refresh picks a new seed. An unknown name leaves the ordinary feed. Load it lazily: it contains all words.
 */
export const NamedShuffle = () => {
  const { pathname, search, state } = useLocation() as Location<{ drawn?: true } | null>;
  const navigate = useNavigate();
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  useEffect(() => {
    const name = new URLSearchParams(search).get('shuffle') ?? '';
    const seed = seedOfName(name);
    if (seed === undefined) {
      const quoted = name.slice(0, QUOTED_MAX);
      toast.error(t`No shuffle is called “${quoted}”. You see an ordinary shuffle instead.`, TOAST);
    } else {
      startShuffle(client, viewerId, seed);
      const said = t`Shuffle: ${wordsOf(seed)}`;
      // one that was drawn shows its words itself
      if (state?.drawn) toast.custom(<span className="sr-only">{said}</span>, TOAST);
      else toast.success(said, TOAST);
    }
    void navigate(pathname, { replace: true });
  }, [pathname, search, state, navigate, client, viewerId]);
  return <FeedLoading />;
};
