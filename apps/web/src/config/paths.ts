import { isLateReserved, profilePath } from '@social-feed/contracts';

/** A path without parameters. */
const fixed = <P extends string>(path: P) => ({ path, getHref: () => path });

/** Every address of the app (A §2.1): the pattern for the router and a function that builds one. */
export const paths = {
  root: fixed('/'),
  home: fixed('/home'),
  messages: fixed('/messages'),
  login: fixed('/i/account/login'),
  loginShort: fixed('/login'),
  signup: fixed('/i/account/signup'),
  forgotPassword: fixed('/i/account/forgotpassword'),
  undoEmail: fixed('/i/account/undo-email'),
  notMe: fixed('/i/account/not-me'),
  oauthSuccess: fixed('/oauth-success'),
  authCallback: fixed('/auth/callback'),
  createPost: {
    path: '/createpost',
    getHref: (edit?: string) =>
      edit === undefined ? '/createpost' : `/createpost?edit=${encodeURIComponent(edit)}`,
    /** The form of a draft in the account. */
    getDraftHref: (draft: string) => `/createpost?draft=${encodeURIComponent(draft)}`,
  },
  drafts: fixed('/createpost/drafts'),
  post: {
    path: '/p/:postId',
    /** With a comment id: the post, with that comment in view. */
    getHref: (postId: string, commentId?: string) =>
      `/p/${encodeURIComponent(postId)}${commentId === undefined ? '' : `?comment=${encodeURIComponent(commentId)}`}`,
  },
  today: {
    path: '/today',
    /** `date` is an earlier day in UTC. A query, since the tabs of a user with this name are below the path. */
    getHref: (date?: string) => (date === undefined ? '/today' : `/today?date=${date}`),
  },
  notifications: fixed('/notifications'),
  contact: fixed('/contact'),
  about: fixed('/about'),
  search: {
    path: '/search',
    /** With `part`, that part of the results; without a term, the start page of the search. */
    getHref: (term?: string, part?: string) => {
      const query = [term !== undefined && `q=${encodeURIComponent(term)}`, part && `in=${part}`].filter(
        Boolean,
      );
      return query.length > 0 ? `/search?${query.join('&')}` : '/search';
    },
  },
  features: fixed('/featurePanel'),
  settings: {
    path: '/settings/:part?',
    /** `part` is the id of one settings part; without it, the first. */
    getHref: (part?: string) => (part === undefined ? '/settings' : `/settings/${part}`),
  },
  admin: {
    path: '/admin/:part?',
    /** `part` is the id of one part; without it, the first. */
    getHref: (part?: string) => (part === undefined ? '/admin' : `/admin/${part}`),
  },
  chatBot: fixed('/i/twitty'),
  /** A text of the host: its rules, terms, privacy notice or imprint. */
  instanceText: { path: '/i/texts/:text', getHref: (text: string) => `/i/texts/${text}` },
  collections: fixed('/collections'),
  collection: {
    path: '/collections/:collectionId',
    getHref: (collectionId: string) => `/collections/${collectionId}`,
  },
  sharedCollection: { path: '/c/:shareId', getHref: (shareId: string) => `/c/${shareId}` },
  profile: { path: '/:username', getHref: profilePath },
  profileTab: {
    path: '/:username/:tab',
    getHref: (userName: string, tab: ProfileTab) => `/${encodeURIComponent(userName)}/${tab}`,
  },
  profileLink: {
    path: '/profile/:userId',
    getHref: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  },
  photo: {
    path: '/:username/status/:postId/photo/:number',
    /** `number` counts from 1, images before videos. */
    getHref: (userName: string, postId: string, number: number) =>
      `/${encodeURIComponent(userName)}/status/${encodeURIComponent(postId)}/photo/${number}`,
  },
  message: {
    path: '/message/:handle',
    getHref: (userName: string) => `/message/@${encodeURIComponent(userName)}`,
  },
} as const;

export const PROFILE_TABS = ['posts', 'about', 'bookmarks', 'media'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

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
