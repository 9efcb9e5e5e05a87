import {
  Bell,
  BookOpen,
  CircleUser,
  FileText,
  HeartHandshake,
  History,
  KeyRound,
  Link2,
  LockKeyhole,
  MonitorSmartphone,
  Palette,
  Database,
  Ticket,
  UserPen,
  type LucideIcon,
} from 'lucide-react';
import { HAND } from '@social-feed/contracts';
import { paths } from '../../../config/paths';
import { LANGUAGES } from '../../../lib/words/choose';

/** One thing to set. Its id is its anchor in the address of its page, so it must not change. */
interface Card {
  title: string;
  /** One sentence under the title. */
  text: string;
  /** Other words that people look for. */
  words: string;
  /** The page with the card. */
  page: PageId;
}

interface SettingsPage {
  title: string;
  icon: LucideIcon;
  /** The page that leads to this one; without it, the list does. */
  within?: 'security';
}

/** The pages in the order of the list; a key is the last segment of a page's address. */
const PAGES = {
  profile: { title: 'Profile', icon: UserPen },
  reading: { title: 'Reading', icon: BookOpen },
  appearance: { title: 'Look', icon: Palette },
  care: { title: 'People and words', icon: HeartHandshake },
  posts: { title: 'Your posts', icon: FileText },
  notifications: { title: 'Notifications', icon: Bell },
  security: { title: 'Account & security', icon: CircleUser },
  data: { title: 'Your data', icon: Database },
  // last, since it shows once it is known who may invite
  invitations: { title: 'Invitations', icon: Ticket },
  password: { title: 'Password', icon: LockKeyhole, within: 'security' },
  connections: { title: 'Connected accounts', icon: Link2, within: 'security' },
  devices: { title: 'Devices', icon: MonitorSmartphone, within: 'security' },
  tokens: { title: 'Personal API tokens', icon: KeyRound, within: 'security' },
  activity: { title: 'Recent activity', icon: History, within: 'security' },
} as const satisfies Record<string, SettingsPage>;

export type PageId = keyof typeof PAGES;
export const pageOf = (id: PageId): SettingsPage => PAGES[id];
export const isPage = (id: string): id is PageId => Object.hasOwn(PAGES, id);

const ALL = Object.keys(PAGES) as PageId[];
/** The pages of the list, or those that a page leads to. */
export const pagesWithin = (parent?: PageId): PageId[] => ALL.filter((id) => pageOf(id).within === parent);

/** Former addresses of pages. */
export const MOVED: Readonly<Record<string, PageId>> = { account: 'security' };

const CARDS = {
  profile: {
    page: 'profile',
    title: 'Profile',
    text: 'What others see of you.',
    words: 'name username handle bio picture photo avatar cover location website interests edit',
  },
  languages: {
    page: 'reading',
    title: 'Languages you read',
    text: 'Posts in other languages are hidden behind a line that names them.',
    words: 'translate english foreign filter',
  },
  rest: {
    page: 'reading',
    title: 'Rest after so many posts',
    text: 'The feed offers a rest then. Off unless you choose it.',
    words: 'break pause limit time screen',
  },
  sensitive: {
    page: 'reading',
    title: 'Sensitive pictures',
    text: 'Pictures and videos that their authors mark as sensitive.',
    words: 'nsfw blur hide warning media',
  },
  videos: {
    page: 'reading',
    title: 'Play videos automatically, without sound',
    text: 'They stop when they are out of sight.',
    words: 'autoplay clips',
  },
  saver: {
    page: 'reading',
    title: 'Data saver',
    text: 'On asks for small pictures, and for no video until you play it. System does what the browser asks for.',
    words: 'bandwidth mobile traffic slow',
  },
  theme: {
    page: 'appearance',
    title: 'Theme',
    text: 'How this place looks in this browser.',
    words: 'dark light mode night colour color appearance',
  },
  language: {
    page: 'appearance',
    title: 'Language',
    text: 'The language of this place in this browser.',
    words: 'translate english foreign interface',
  },
  motion: {
    page: 'appearance',
    title: 'Motion',
    text: 'Reduced turns animations off.',
    words: 'animation reduce movement accessibility appearance',
  },
  counts: {
    page: 'appearance',
    title: 'Hide how many like, comment, share, save and view',
    text: 'Counts and analytics of profiles are hidden as well.',
    words: 'numbers likes metrics views',
  },
  keyboard: {
    page: 'appearance',
    title: 'Single letters act on posts',
    text: 'Page Up, Page Down and Esc work either way.',
    words: 'keyboard shortcuts keys accessibility',
  },
  blocked: {
    page: 'care',
    title: 'Blocked people',
    text: 'Their posts and comments stay out of your lists.',
    words: 'block unblock users accounts care safety',
  },
  muted: {
    page: 'care',
    title: 'Muted words',
    text: 'A post that contains one is hidden behind a line that names the word.',
    words: 'mute unmute tags hashtags filter care spoiler',
  },
  comments: {
    page: 'posts',
    title: 'Comments on your posts',
    text: 'This holds for new posts; each post can differ. You can always comment yourself.',
    words: 'who can comment reply close replies privacy care',
  },
  old: {
    page: 'posts',
    title: 'Old posts',
    text: 'Your posts can be deleted after a time. Those that you saved or pinned stay.',
    words: 'delete automatically expire remove age care',
  },
  alt: {
    page: 'posts',
    title: 'Remind me to add alt text',
    text: 'Asks before you post pictures or videos that nobody described.',
    words: 'description accessibility pictures reminder blind',
  },
  kinds: {
    page: 'notifications',
    title: 'Tell me about',
    text: 'Kinds that are switched off are not listed and show no dot.',
    words: 'notifications notices alerts likes comments replies mentions followers switch off',
  },
  digest: {
    page: 'notifications',
    title: 'By mail',
    text: 'What you have not read, at your e-mail address once it is confirmed. Nothing is sent where nothing is new.',
    words: 'email digest unsubscribe newsletter daily weekly notifications',
  },
  hand: {
    page: 'notifications',
    title: "Today's hand by mail",
    text: `${HAND.posts} posts of the day, the same for everybody, at your e-mail address once it is confirmed.`,
    words: "today's hand email morning daily newsletter unsubscribe",
  },
  email: {
    page: 'security',
    title: 'E-mail',
    text: 'Only you see it. Codes and warnings go there.',
    words: 'email address confirm verify code change',
  },
  password: {
    page: 'password',
    title: 'Password',
    text: 'Changing it signs out your other devices.',
    words: 'change sign in login',
  },
  factors: {
    page: 'security',
    title: 'Second step',
    text: 'Signing in asks for it after the password or a connected account. A passkey also signs in alone.',
    words: '2fa mfa two-factor authenticator totp passkey recovery codes',
  },
  session: {
    page: 'security',
    title: 'Signed in',
    text: 'In this browser.',
    words: 'log out logout sign out account',
  },
  connections: {
    page: 'connections',
    title: 'Connected accounts',
    text: 'Accounts on other sites that you can sign in with.',
    words: 'google facebook linkedin provider social oauth disconnect',
  },
  devices: {
    page: 'devices',
    title: 'Devices',
    text: 'Where you are signed in.',
    words: 'sessions sign out everywhere browsers phones log out',
  },
  tokens: {
    page: 'tokens',
    title: 'Personal API tokens',
    text: 'For programs that act in your name. Keep them like passwords.',
    words: 'developer key bot access',
  },
  activity: {
    page: 'activity',
    title: 'Recent activity',
    text: 'Sign-ins and changes of the last 180 days. If one was not you, change your password.',
    words: 'log history security sign-ins hacked',
  },
  invitations: {
    page: 'invitations',
    title: 'Invitations',
    text: 'People who open such a link can make an account.',
    words: 'invite friends link members',
  },
  export: {
    page: 'data',
    title: 'Your data',
    text: 'Everything you added here, as one JSON file.',
    words: 'download export copy backup archive json privacy gdpr',
  },
  delete: {
    page: 'data',
    title: 'Delete account',
    text: 'Your posts, comments and reactions go with it. This cannot be undone.',
    words: 'close deactivate remove leave erase',
  },
} as const satisfies Record<string, Card>;

export type CardId = keyof typeof CARDS;
export const cardOf = (id: CardId): Card => CARDS[id];

/** Whether the title of its page says what the card is: it is the only one there. */
export const isNamedByPage = (id: CardId): boolean =>
  Object.values<Card>(CARDS).filter(({ page }) => page === cardOf(id).page).length === 1;

/** What a page is for: the first sentence of its first card. */
export const leadOf = (page: PageId): string | undefined =>
  Object.values<Card>(CARDS)
    .find((card) => card.page === page)
    ?.text.replace(/(?<=\.) .*/, '');

/** The address of a page, or of a card on it. */
export const hrefOf = (page: PageId, card?: CardId): string =>
  `${paths.settings.getHref(page)}${card === undefined ? '' : `#${card}`}`;

/** Lower case, without accents, and with one kind of apostrophe and hyphen. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').replace(/[-‐]/g, '').toLowerCase();

/** The cards that have every word of the term in their title, page or words; those with it in the title first. */
export const findCards = (term: string, pages: readonly PageId[]): CardId[] => {
  const wanted = plain(term).split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => wanted.every((word) => plain(text).includes(word));
  const found = (Object.keys(CARDS) as CardId[]).filter((id) => {
    const { title, text, words, page } = cardOf(id);
    if (id === 'language' && LANGUAGES.length === 1) return false;
    return pages.includes(page) && has(`${title} ${pageOf(page).title} ${text} ${words}`);
  });
  return found.toSorted((a, b) => Number(has(cardOf(b).title)) - Number(has(cardOf(a).title)));
};
