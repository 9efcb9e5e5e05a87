import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { DropdownMenu, type MenuItem } from '../../components/ui/dropdown-menu';
import { paths } from '../../config/paths';
import { setPreference, usePreferences, type Preferences } from '../../lib/preferences';
import { useOwnAccount } from '../../lib/viewer';
import { copyShuffle } from '../post/options/copy-shuffle';
import type { FeedData } from './feed-memory';
import { keepWay, type Way } from './ways';

const WAYS: readonly { way: Way; label: string; members?: true }[] = [
  { way: 'shuffle', label: 'Shuffle' },
  { way: 'following', label: 'People you follow', members: true },
  { way: 'unseen', label: 'Not seen yet', members: true },
  { way: 'newest', label: 'Newest' },
  { way: 'day', label: 'Order of the day' },
];

const RESTS: readonly { rest: Preferences['rest']; label: string }[] = [
  { rest: 'off', label: 'No rest' },
  { rest: '20', label: 'After 20 posts' },
  { rest: '50', label: 'After 50 posts' },
  { rest: '100', label: 'After 100 posts' },
];

/** The ways to read home and the rest between, opened at once. Load it lazily. */
export const WaysMenu = ({ way, trigger }: { way: Way; trigger: ReactNode }) => {
  const [open, setOpen] = useState(true);
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useOwnAccount();
  const chosenRest = usePreferences((state) => state.rest);
  const seed = client.getQueryData<FeedData>(keys.feed(user?._id ?? null))?.pages[0]?.seed ?? null;

  const choose = (next: Way) => {
    if (next === way) return;
    keepWay(next);
    window.scrollTo(0, 0);
    void navigate(`${paths.home.getHref()}${next === 'shuffle' ? '' : `?way=${next}`}`);
  };
  const items: MenuItem[] = [
    ...WAYS.filter(({ members }) => !members || user !== null).map((each) => ({
      key: each.way,
      group: 'Read',
      label: each.label,
      checked: each.way === way,
      onSelect: () => choose(each.way),
    })),
    ...RESTS.map(({ rest, label }) => ({
      key: `rest-${rest}`,
      group: 'Rest',
      label,
      checked: rest === chosenRest,
      onSelect: () => setPreference('rest', rest),
    })),
    ...(way === 'shuffle' && seed !== null
      ? [{ key: 'copy', label: 'Copy this shuffle', onSelect: () => void copyShuffle(seed) }]
      : []),
  ];
  return <DropdownMenu open={open} onOpenChange={setOpen} trigger={trigger} items={items} align="start" />;
};
