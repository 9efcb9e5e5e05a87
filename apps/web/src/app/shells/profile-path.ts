import { PROFILE_TABS, paths } from '../../config/paths';

/** First segments of the addresses that are the app's own, which no person can have as a name. */
const OWN = new Set(Object.values(paths).flatMap(({ path }) => /^\/(\w+)/.exec(path)?.[1] ?? []));

/** Whether an address is a person's page or one of its tabs. */
export const isProfilePath = (pathname: string): boolean => {
  const [, name = '', tab = '', ...rest] = pathname.split('/');
  if (name === '' || OWN.has(name) || rest.length > 0) return false;
  return tab === '' || PROFILE_TABS.some((known) => known === tab);
};
