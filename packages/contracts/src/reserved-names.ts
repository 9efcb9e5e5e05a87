/**
 * First path segments of the web app and of the API: no user may carry one, or a profile address would lead elsewhere.
 * Lower case; names are compared without regard to letter case.
 */
export const RESERVED_USER_NAMES: ReadonlySet<string> = new Set([
  'about',
  'admin',
  'api',
  'assets',
  'auth',
  'boards',
  'comments',
  'contact',
  'createpost',
  'demo-media',
  'dev',
  'docs',
  'favicon',
  'feeds',
  'featurepanel',
  'health',
  'home',
  'i',
  'icons',
  'index',
  'login',
  'logout',
  'manifest',
  'media',
  'message',
  'messages',
  'notifications',
  'oauth-success',
  'oembed',
  'p',
  'page',
  'post-interactions',
  'posts',
  'profile',
  'register',
  'robots',
  'search',
  'settings',
  'signup',
  'static',
  'sw',
  'tag',
  'uploads',
  'users',
]);

/** Whether a user name is a path of the product's own. */
export const isReservedUserName = (userName: string) =>
  RESERVED_USER_NAMES.has(userName.trim().toLowerCase());
