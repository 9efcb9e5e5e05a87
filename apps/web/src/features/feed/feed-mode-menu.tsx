import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { DropdownMenu, type MenuItems, type MenuProps } from '../../components/ui/dropdown-menu';
import { paths } from '../../config/paths';
import { setPreference, usePreferences, type Preferences } from '../../lib/preferences';
import { useOwnAccount } from '../../lib/viewer';
import { copyShuffle } from '../post/options/copy-shuffle';
import type { FeedData } from './feed-memory';
import { storeFeedMode, type FeedMode } from './feed-modes';

const MODES: readonly { mode: FeedMode; label: string; members?: true }[] = [
  { mode: 'shuffle', label: 'Shuffle' },
  { mode: 'following', label: 'People you follow', members: true },
  { mode: 'unseen', label: 'Not seen yet', members: true },
  { mode: 'newest', label: 'Newest' },
  { mode: 'day', label: 'Order of the day' },
];

const RESTS: readonly { rest: Preferences['rest']; label: string }[] = [
  { rest: 'off', label: 'No rest' },
  { rest: '20', label: 'After 20 posts' },
  { rest: '50', label: 'After 50 posts' },
  { rest: '100', label: 'After 100 posts' },
];

/** Menu of the feed modes and rests. Load it lazily. */
export const FeedModeMenu = ({ mode, ...menu }: MenuProps & { mode: FeedMode }) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useOwnAccount();
  const chosenRest = usePreferences((state) => state.rest);
  const seed = client.getQueryData<FeedData>(keys.feed(user?._id ?? null))?.pages[0]?.seed ?? null;

  const choose = (next: FeedMode) => {
    if (next === mode) return;
    // Start other modes over, since unseen posts may have been seen. The shuffle keeps its position.
    if (next !== 'shuffle') client.removeQueries({ queryKey: keys.feed(user?._id ?? null, next) });
    storeFeedMode(next);
    window.scrollTo(0, 0);
    void navigate(`${paths.home.getHref()}${next === 'shuffle' ? '' : `?way=${next}`}`);
  };
  const items: MenuItems = [
    ...MODES.filter(({ members }) => !members || user !== null).map((each) => ({
      group: 'Read',
      label: each.label,
      checked: each.mode === mode,
      onSelect: () => choose(each.mode),
    })),
    { group: 'Read', label: "Today's hand", onSelect: () => void navigate(paths.today.getHref()) },
    ...RESTS.map(({ rest, label }) => ({
      group: 'Rest',
      label,
      checked: rest === chosenRest,
      onSelect: () => setPreference('rest', rest),
    })),
    mode === 'shuffle' &&
      seed !== null && { label: 'Copy this shuffle', onSelect: () => void copyShuffle(seed) },
  ];
  return <DropdownMenu {...menu} items={items} align="start" />;
};
