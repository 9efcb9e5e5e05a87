import { plural, t } from '@lingui/core/macro';
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
import { LANGUAGE } from '../../../lib/words/language';

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
  profile: { title: t`Profile`, icon: UserPen },
  reading: { title: t`Reading`, icon: BookOpen },
  appearance: { title: t({ message: 'Appearance', comment: 'How the app looks.' }), icon: Palette },
  care: { title: t`Blocked and muted`, icon: HeartHandshake },
  posts: { title: t`Your posts`, icon: FileText },
  notifications: { title: t`Notifications`, icon: Bell },
  security: { title: t`Account & security`, icon: CircleUser },
  data: { title: t`Your data`, icon: Database },
  // last, since it shows once it is known who may invite
  invitations: { title: t`Invitations`, icon: Ticket },
  password: { title: t`Password`, icon: LockKeyhole, within: 'security' },
  connections: { title: t`Connected accounts`, icon: Link2, within: 'security' },
  devices: { title: t`Devices`, icon: MonitorSmartphone, within: 'security' },
  tokens: { title: t`Personal API tokens`, icon: KeyRound, within: 'security' },
  activity: { title: t`Recent activity`, icon: History, within: 'security' },
} as const satisfies Record<string, SettingsPage>;

export type PageId = keyof typeof PAGES;
export const pageOf = (id: PageId): SettingsPage => PAGES[id];
export const isPage = (id: string): id is PageId => Object.hasOwn(PAGES, id);

const ALL = Object.keys(PAGES) as PageId[];
/** The pages of the list, or those that a page leads to. */
export const pagesWithin = (parent?: PageId): PageId[] => ALL.filter((id) => pageOf(id).within === parent);

/** Former addresses of pages. */
export const MOVED: Readonly<Record<string, PageId>> = { account: 'security' };

// eslint-disable-next-line social-feed/bare-text -- translators read it
const FOUND_BY = 'Words to find this setting by, any number.';

export const CARDS = {
  profile: {
    page: 'profile',
    title: t`Profile`,
    text: t`What others see of you.`,
    words: t({
      message: 'name username handle bio picture photo avatar cover location website interests edit',
      comment: FOUND_BY,
    }),
  },
  languages: {
    page: 'reading',
    title: t`Languages you read`,
    text: t`Posts in other languages are hidden behind a line that names them.`,
    words: t({ message: 'translate english foreign filter', comment: FOUND_BY }),
  },
  rest: {
    page: 'reading',
    title: t`Suggest a break after so many posts`,
    text: t`The feed suggests it then. Off unless you choose it.`,
    words: t({ message: 'break pause limit time screen', comment: FOUND_BY }),
  },
  sensitive: {
    page: 'reading',
    title: t`Sensitive pictures`,
    text: t`Pictures and videos that their authors mark as sensitive.`,
    words: t({ message: 'nsfw blur hide warning media', comment: FOUND_BY }),
  },
  videos: {
    page: 'reading',
    title: t`Play videos automatically, without sound`,
    text: t`They stop when they are out of sight.`,
    words: t({ message: 'autoplay clips', comment: FOUND_BY }),
  },
  saver: {
    page: 'reading',
    title: t`Data saver`,
    text: t`On: smaller pictures, and no video until you play it. System: as your browser is set.`,
    words: t({ message: 'bandwidth mobile traffic slow', comment: FOUND_BY }),
  },
  theme: {
    page: 'appearance',
    title: t`Theme`,
    text: t`How this place looks in this browser.`,
    words: t({ message: 'dark light mode night colour color appearance', comment: FOUND_BY }),
  },
  language: {
    page: 'appearance',
    title: t`Language`,
    text: t`The language of this place and its mails, for you everywhere.`,
    words: t({ message: 'translate english foreign interface', comment: FOUND_BY }),
  },
  motion: {
    page: 'appearance',
    title: t`Motion`,
    text: t`Reduced turns animations off.`,
    words: t({ message: 'animation reduce movement accessibility appearance', comment: FOUND_BY }),
  },
  counts: {
    page: 'appearance',
    title: t`Hide numbers of likes, comments, shares, saves and views`,
    text: t`Counts and analytics of profiles are hidden as well.`,
    words: t({ message: 'numbers likes metrics views', comment: FOUND_BY }),
  },
  keyboard: {
    page: 'appearance',
    title: t`Keyboard shortcuts`,
    text: t`Page Up, Page Down and Esc work either way.`,
    words: t({ message: 'keyboard shortcuts keys accessibility', comment: FOUND_BY }),
  },
  blocked: {
    page: 'care',
    title: t`Blocked people`,
    text: t`Their posts and comments stay out of your lists.`,
    words: t({ message: 'block unblock users accounts care safety', comment: FOUND_BY }),
  },
  muted: {
    page: 'care',
    title: t`Muted words`,
    text: t`A post that contains one is hidden behind a line that names the word.`,
    words: t({ message: 'mute unmute tags hashtags filter care spoiler', comment: FOUND_BY }),
  },
  comments: {
    page: 'posts',
    title: t`Comments on your posts`,
    text: t`For new posts. You can choose differently for each post. You can always comment yourself.`,
    words: t({ message: 'who can comment reply close replies privacy care', comment: FOUND_BY }),
  },
  old: {
    page: 'posts',
    title: t`Old posts`,
    text: t`Your posts can be deleted after a time. Those that you saved or pinned stay.`,
    words: t({ message: 'delete automatically expire remove age care', comment: FOUND_BY }),
  },
  alt: {
    page: 'posts',
    title: t`Remind me to add alt text`,
    text: t`Asks before you post pictures or videos without a description.`,
    words: t({ message: 'description accessibility pictures reminder blind', comment: FOUND_BY }),
  },
  kinds: {
    page: 'notifications',
    title: t`Notify me about`,
    text: t`What is off is not listed and shows no dot.`,
    words: t({
      message: 'notifications notices alerts likes comments replies mentions followers switch off',
      comment: FOUND_BY,
    }),
  },
  digest: {
    page: 'notifications',
    title: t`By e-mail`,
    text: t`What you have not read, at your e-mail address once it is confirmed. Nothing is sent where nothing is new.`,
    words: t({
      message: 'email digest unsubscribe newsletter daily weekly notifications',
      comment: FOUND_BY,
    }),
  },
  hand: {
    page: 'notifications',
    title: t`Today's hand by e-mail`,
    text: plural(HAND.posts, {
      other: '# posts of the day, the same for everybody, at your e-mail address once it is confirmed.',
    }),
    words: t({ message: "today's hand email morning daily newsletter unsubscribe", comment: FOUND_BY }),
  },
  email: {
    page: 'security',
    title: t`E-mail`,
    text: t`Only you see it. Codes and warnings go there.`,
    words: t({ message: 'email address confirm verify code change', comment: FOUND_BY }),
  },
  password: {
    page: 'password',
    title: t`Password`,
    text: t`Changing it signs out your other devices.`,
    words: t({ message: 'change sign in login', comment: FOUND_BY }),
  },
  factors: {
    page: 'security',
    title: t`Two-step sign-in`,
    text: t`After the password or a connected account, signing in asks for a second step. A passkey also signs in alone.`,
    words: t({ message: '2fa mfa two-factor authenticator totp passkey recovery codes', comment: FOUND_BY }),
  },
  session: {
    page: 'security',
    title: t`Signed in`,
    text: t`In this browser.`,
    words: t({ message: 'log out logout sign out account', comment: FOUND_BY }),
  },
  connections: {
    page: 'connections',
    title: t`Connected accounts`,
    text: t`Accounts on other sites that you can sign in with.`,
    words: t({ message: 'google facebook linkedin provider social oauth disconnect', comment: FOUND_BY }),
  },
  devices: {
    page: 'devices',
    title: t`Devices`,
    text: t`Where you are signed in.`,
    words: t({ message: 'sessions sign out everywhere browsers phones log out', comment: FOUND_BY }),
  },
  tokens: {
    page: 'tokens',
    title: t`Personal API tokens`,
    text: t`For programs that act in your name. Keep them like passwords.`,
    words: t({ message: 'developer key bot access', comment: FOUND_BY }),
  },
  activity: {
    page: 'activity',
    title: t`Recent activity`,
    text: t`Sign-ins and changes of the last 180 days. If one was not you, change your password.`,
    words: t({ message: 'log history security sign-ins hacked', comment: FOUND_BY }),
  },
  invitations: {
    page: 'invitations',
    title: t`Invitations`,
    text: t`People who open such a link can make an account.`,
    words: t({ message: 'invite friends link members', comment: FOUND_BY }),
  },
  export: {
    page: 'data',
    title: t`Your data`,
    text: t`Download all that you added here, as one file.`,
    words: t({ message: 'download export copy backup archive json privacy gdpr', comment: FOUND_BY }),
  },
  delete: {
    page: 'data',
    title: t`Delete account`,
    text: t`Your posts, comments and reactions go with it. This cannot be undone.`,
    words: t({ message: 'close deactivate remove leave erase', comment: FOUND_BY }),
  },
} as const satisfies Record<string, Card>;

export type CardId = keyof typeof CARDS;
export const cardOf = (id: CardId): Card => CARDS[id];

/** Whether the title of its page says what the card is: it is the only one there. */
export const isNamedByPage = (id: CardId): boolean =>
  Object.values<Card>(CARDS).filter(({ page }) => page === cardOf(id).page).length === 1;

/** What a page is for: the first sentence of its first card, as a line of the list, without its full stop. */
export const leadOf = (page: PageId): string | undefined => {
  const first = Object.values<Card>(CARDS).find((card) => card.page === page);
  const [sentence] = new Intl.Segmenter(LANGUAGE, { granularity: 'sentence' }).segment(first?.text ?? '');
  return sentence?.segment.trimEnd().replace(/[.。।]$/, '');
};

/** The address of a page, or of a card on it. */
export const hrefOf = (page: PageId, card?: CardId): string =>
  `${paths.settings.getHref(page)}${card === undefined ? '' : `#${card}`}`;
