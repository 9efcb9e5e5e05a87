import { HAND } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarCheck, Clock, Dices, EyeOff, Link2, Shuffle, Sun, Users } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import {
  DropdownMenu,
  type MenuItem,
  type MenuItems,
  type MenuProps,
} from '../../../components/ui/dropdown-menu';
import { paths } from '../../../config/paths';
import { setPreference, usePreferences, type Preferences } from '../../../lib/preferences';
import { useOwnAccount } from '../../../lib/viewer';
import { languagesOf } from '@social-feed/contracts/languages';
import { chooseLanguages, readLanguages, useLanguages } from '../../../cache/language-store';
import { languageName } from '../../../lib/language-names';
import { loadMuting } from '../../content/post/list/use-hidden';
import { copyShuffle, useDrawShuffle, wordsOf } from '../../content/post/options/shuffle-links';
import type { FeedData } from './feed-memory';
import { storeFeedMode, type FeedMode } from './feed-modes';

const MODES: readonly (Required<Pick<MenuItem, 'label' | 'icon' | 'hint'>> & {
  mode: FeedMode;
  members?: true;
})[] = [
  { mode: 'shuffle', label: 'Shuffle', icon: Shuffle, hint: 'All posts, in an order by chance' },
  {
    mode: 'following',
    label: 'People you follow',
    icon: Users,
    hint: 'Only their posts, shuffled',
    members: true,
  },
  {
    mode: 'unseen',
    label: 'Not seen yet',
    icon: EyeOff,
    hint: 'Leaves out what you have seen',
    members: true,
  },
  { mode: 'newest', label: 'Newest', icon: Clock, hint: 'All posts, latest first' },
  { mode: 'day', label: 'Order of the day', icon: Sun, hint: 'Today’s shuffle, the same for everybody' },
];

const RESTS: readonly { rest: Preferences['rest']; label: string; short: string }[] = [
  { rest: 'off', label: 'Rest off', short: 'Off' },
  { rest: '20', label: 'After 20 posts', short: '20' },
  { rest: '50', label: 'After 50 posts', short: '50' },
  { rest: '100', label: 'After 100 posts', short: '100' },
];

/** Items to choose the languages to read: those chosen and those of the browser. Settings have all. */
const languageItems = (
  viewerId: string,
  chosen: readonly string[],
  openSettings: (() => void) | undefined,
): MenuItem[] => {
  const group = 'Languages you read';
  const choose = (nextOf: (now: readonly string[]) => readonly string[]) =>
    void loadMuting().then(() => chooseLanguages(viewerId, nextOf(readLanguages(viewerId)), new Date()));
  const toggle = (tag: string) =>
    choose((now) => (now.includes(tag) ? now.filter((each) => each !== tag) : [...now, tag]));
  const offered = [...new Set([...chosen, ...languagesOf(navigator.languages)])];
  return [
    {
      label: 'All languages',
      checked: chosen.length === 0,
      keepOpen: true,
      onSelect: () => choose(() => []),
    },
    ...offered.map((tag) => ({
      label: languageName(tag),
      several: true,
      checked: chosen.includes(tag),
      keepOpen: true,
      onSelect: () => toggle(tag),
    })),
    ...(openSettings ? [{ label: 'More languages…', onSelect: openSettings }] : []),
  ].map((item) => ({ ...item, group }));
};

/** Menu of the feed modes, rests and languages. Load it lazily. */
export const FeedModeMenu = ({ mode, ...menu }: MenuProps & { mode: FeedMode }) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const user = useOwnAccount();
  const chosenRest = usePreferences((state) => state.rest);
  const languages = useLanguages();
  const draw = useDrawShuffle();
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
    ...MODES.filter(({ members }) => !members || user !== null).map(({ mode: each, label, icon, hint }) => ({
      group: 'Read',
      label,
      icon,
      hint,
      checked: each === mode,
      onSelect: () => choose(each),
    })),
    {
      group: 'Read',
      label: "Today's hand",
      icon: CalendarCheck,
      hint: `${HAND.posts} posts, the same for everybody`,
      onSelect: () => void navigate(paths.today.getHref()),
    },
    ...RESTS.map(({ rest, ...item }) => ({
      ...item,
      group: 'Rest after so many posts',
      checked: rest === chosenRest,
      keepOpen: true,
      onSelect: () => setPreference('rest', rest),
    })),
    ...languageItems(
      user?._id ?? '',
      languages,
      user ? () => void navigate(paths.settings.getHref('care')) : undefined,
    ),
    ...(mode === 'shuffle' && seed !== null
      ? [
          { label: 'Copy this shuffle', icon: Link2, onSelect: () => void copyShuffle(seed) },
          { label: 'Draw the next shuffle', icon: Dices, onSelect: draw },
        ].map((item) => ({ ...item, group: `Shuffle “${wordsOf(seed)}”` }))
      : []),
  ];
  return <DropdownMenu {...menu} items={items} align="start" />;
};
