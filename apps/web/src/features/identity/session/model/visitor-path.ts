import { paths, type Page } from '../../../../config/paths';

const MEMBERS_ONLY = Object.values<Page>(paths)
  .filter((page) => page.for === 'members')
  .map(({ path }) => new RegExp(`^${path.replace(/\/:.*/, '')}(?:[/?#]|$)`, 'i'));

/** Where to send a visitor who was on the way to `path`. */
export const visitorPath = (path: string): string =>
  MEMBERS_ONLY.some((page) => page.test(path)) ? paths.home.getHref() : path;
