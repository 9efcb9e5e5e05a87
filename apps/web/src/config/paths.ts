import { isLateReserved, PROFILE_TABS, profilePath, type ProfileTab } from '@social-feed/contracts';

export interface Page {
  /** The pattern for the router. */
  path: string;
  /** Who may open it; `all` are members and visitors. */
  for: 'all' | 'members';
}

/** A path without parameters, for all. */
const open = <P extends string>(path: P) => ({ path, for: 'all' as const, getHref: () => path });
/** A path without parameters, for members. */
const members = <P extends string>(path: P) => ({ path, for: 'members' as const, getHref: () => path });

/** Every address of the app (A §2.1), with a function that builds one. */
export const paths = {
  root: open('/'),
  home: open('/home'),
  messages: open('/messages'),
  login: open('/i/account/login'),
  loginShort: open('/login'),
  signup: open('/i/account/signup'),
  forgotPassword: open('/i/account/forgotpassword'),
  undoEmail: open('/i/account/undo-email'),
  notMe: open('/i/account/not-me'),
  oauthSuccess: open('/oauth-success'),
  authCallback: open('/auth/callback'),
  createPost: {
    path: '/createpost',
    for: 'members',
    getHref: (edit?: string) =>
      edit === undefined ? '/createpost' : `/createpost?edit=${encodeURIComponent(edit)}`,
    /** The form of a draft in the account. */
    getDraftHref: (draft: string) => `/createpost?draft=${encodeURIComponent(draft)}`,
  },
  drafts: members('/createpost/drafts'),
  post: {
    path: '/p/:postId',
    for: 'all',
    /** With a comment id: the post, with that comment in view. */
    getHref: (postId: string, commentId?: string) =>
      `/p/${encodeURIComponent(postId)}${commentId === undefined ? '' : `?comment=${encodeURIComponent(commentId)}`}`,
  },
  today: {
    path: '/today',
    for: 'all',
    /** `date` is an earlier day in UTC. A query, since the tabs of a user with this name are below the path. */
    getHref: (date?: string) => (date === undefined ? '/today' : `/today?date=${date}`),
  },
  notifications: members('/notifications'),
  contact: open('/contact'),
  about: open('/about'),
  search: {
    path: '/search',
    for: 'all',
    /** With `part`, that part of the results; without a term, the start page of the search. */
    getHref: (term?: string, part?: string) => {
      const query = [term !== undefined && `q=${encodeURIComponent(term)}`, part && `in=${part}`].filter(
        Boolean,
      );
      return query.length > 0 ? `/search?${query.join('&')}` : '/search';
    },
  },
  features: open('/featurePanel'),
  settings: {
    path: '/settings/:part?',
    for: 'members',
    /** `part` is the id of one settings part; without it, the first. */
    getHref: (part?: string) => (part === undefined ? '/settings' : `/settings/${part}`),
  },
  admin: {
    path: '/admin/:part?',
    for: 'members',
    /** `part` is the id of one part; without it, the first. */
    getHref: (part?: string) => (part === undefined ? '/admin' : `/admin/${part}`),
  },
  chatBot: members('/i/twitty'),
  /** A text of the host: its rules, terms, privacy notice or imprint. */
  instanceText: { path: '/i/texts/:text', for: 'all', getHref: (text: string) => `/i/texts/${text}` },
  collections: members('/collections'),
  collection: {
    path: '/collections/:collectionId',
    for: 'members',
    getHref: (collectionId: string) => `/collections/${collectionId}`,
  },
  sharedCollection: { path: '/c/:shareId', for: 'all', getHref: (shareId: string) => `/c/${shareId}` },
  profile: { path: '/:username', for: 'all', getHref: profilePath },
  profileTab: {
    path: '/:username/:tab',
    for: 'all',
    getHref: (userName: string, tab: ProfileTab) => `/${encodeURIComponent(userName)}/${tab}`,
  },
  profileLink: {
    path: '/profile/:userId',
    for: 'all',
    getHref: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  },
  photo: {
    path: '/:username/status/:postId/photo/:number',
    for: 'all',
    /** `number` counts from 1, images before videos. */
    getHref: (userName: string, postId: string, number: number) =>
      `/${encodeURIComponent(userName)}/status/${encodeURIComponent(postId)}/photo/${number}`,
  },
  message: {
    path: '/message/:handle',
    for: 'members',
    getHref: (userName: string) => `/message/@${encodeURIComponent(userName)}`,
  },
} as const;

/** The addresses of the home screen: its two sections and `/`. */
export const HOME_PATHS: readonly string[] = [paths.root.path, paths.home.path, paths.messages.path];

/** First path segments of the app's own pages; they cannot be user names. */
const OWN = new Set(
  Object.values(paths).flatMap(({ path }) => /^\/(\w+)/.exec(path)?.[1]?.toLowerCase() ?? []),
);

/** Whether an address is a profile or one of its tabs. */
export const isProfilePath = (pathname: string): boolean => {
  const [, name = '', tab = '', ...rest] = pathname.split('/');
  const isOwn = OWN.has(name.toLowerCase()) && !(tab !== '' && isLateReserved(name));
  if (name === '' || isOwn || rest.length > 0) return false;
  return tab === '' || PROFILE_TABS.some((known) => known === tab);
};
