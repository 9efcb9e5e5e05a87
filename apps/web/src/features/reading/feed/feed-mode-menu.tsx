import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Clock, Dices, Link2, Shuffle, Users } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { DropdownMenu, type MenuProps } from '../../../components/ui/dropdown-menu';
import type { MenuItems } from '../../../components/ui/menu-items';
import { SeedFace } from '../../../components/ui/seed-face';
import { paths } from '../../../config/paths';
import { afterPaint } from '../../../lib/after-paint';
import { toast } from '../../../lib/toast';
import { useOwnAccount } from '../../../lib/viewer';
import { drawSeed } from '../../content/post/model/feed-seed';
import { showDraw } from '../../content/post/options/draw';
import { copyShuffle, wordsOf } from '../../content/post/options/shuffle-links';
import { restartShuffle, SHUFFLE_TOAST, type FeedData } from './feed-memory';
import { storeFeedMode, type FeedMode } from './feed-modes';

/** The face and the words of a shuffle. */
const ThisShuffle = ({ seed }: { seed: number }) => (
  <span className="flex min-w-0 flex-[1_1_6rem] items-center gap-3 py-1 text-meta leading-tight font-medium">
    <SeedFace seed={seed} className="size-6" />
    <span className="min-w-0">{wordsOf(seed)}</span>
  </span>
);

/** Menu of the feed modes and the shuffle that is read. Load it lazily. */
export const FeedModeMenu = ({ mode, ...menu }: MenuProps & { mode: FeedMode }) => {
  const navigate = useNavigate();
  const { key: entry } = useLocation();
  const client = useQueryClient();
  const user = useOwnAccount();
  const viewerId = user?._id ?? null;
  const seed = client.getQueryData<FeedData>(keys.feed(viewerId))?.pages[0]?.seed ?? null;
  const hidesSeen = mode === 'unseen';

  const choose = (next: FeedMode) => {
    if (next === mode) return;
    // Start other modes over, since unseen posts may have been seen. The shuffle keeps its position.
    if (next !== 'shuffle') client.removeQueries({ queryKey: keys.feed(viewerId, next) });
    storeFeedMode(next);
    window.scrollTo(0, 0);
    void navigate(`${paths.home.getHref()}${next === 'shuffle' ? '' : `?way=${next}`}`);
  };
  const draw = () => {
    const next = drawSeed();
    showDraw({ client, viewerId, seed: next });
    afterPaint(() => {
      window.scrollTo(0, 0);
      restartShuffle(client, viewerId, next, entry);
      // the draw shows the words
      toast.custom(<span className="sr-only">{t`Shuffle: ${wordsOf(next)}`}</span>, SHUFFLE_TOAST);
    });
  };
  const items: MenuItems = [
    {
      label: t({ message: 'Shuffle', context: 'way to read the feed' }),
      icon: Shuffle,
      hint: t`All posts, in an order by chance`,
      checked: mode === 'shuffle' || hidesSeen,
      onSelect: () => choose(hidesSeen ? mode : 'shuffle'),
    },
    user !== null && {
      label: t`Leave out what I have seen`,
      toggles: true,
      checked: hidesSeen,
      onSelect: () => choose(hidesSeen ? 'shuffle' : 'unseen'),
    },
    user !== null && {
      label: t`People you follow`,
      icon: Users,
      hint: t`Only their posts, shuffled`,
      checked: mode === 'following',
      onSelect: () => choose('following'),
    },
    {
      label: t({ message: 'Newest', context: 'posts' }),
      icon: Clock,
      hint: t`All posts, latest first`,
      checked: mode === 'newest',
      onSelect: () => choose('newest'),
    },
    ...(mode === 'shuffle' && seed !== null
      ? [
          { label: t`Copy`, icon: Link2, onSelect: () => void copyShuffle(seed) },
          { label: t`Draw again`, icon: Dices, onSelect: draw, showsFirst: true, wide: true },
        ].map((item) => ({
          ...item,
          group: t`Shuffle “${wordsOf(seed)}”`,
          beside: <ThisShuffle seed={seed} />,
        }))
      : []),
  ];
  return <DropdownMenu {...menu} items={items} align="start" />;
};
