import { isLateReserved } from '@social-feed/contracts';
import { useLocation } from 'react-router-dom';
import { PROFILE_TABS, paths } from '../../config/paths';
import { Logo } from '../../components/ui/logo';
import { AccountMenu } from '../../features/session/components/account-menu';
import { HomeLink } from './nav';

/** First path segments of the app's own pages; they cannot be user names. */
const OWN = new Set(Object.values(paths).flatMap(({ path }) => /^\/(\w+)/.exec(path)?.[1] ?? []));

/** Whether an address is a profile or one of its tabs. */
export const isProfilePath = (pathname: string): boolean => {
  const [, name = '', tab = '', ...rest] = pathname.split('/');
  const isOwn = OWN.has(name) && !(tab !== '' && isLateReserved(name));
  if (name === '' || isOwn || rest.length > 0) return false;
  return tab === '' || PROFILE_TABS.some((known) => known === tab);
};

/**
 * The account menu below 992 px. A profile starts with its cover, so it gets a bar above; other pages have room
 * next to the title.
 */
export const AccountCorner = () => {
  const { pathname } = useLocation();
  if (isProfilePath(pathname))
    return (
      <div className="relative z-20 flex min-h-14 items-center justify-between bg-surface pe-2 ps-4 md:bg-transparent md:px-0">
        <HomeLink aria-label="Social Feed, Home" className="flex min-h-11 items-center gap-2.5">
          <span className="md:hidden">
            <Logo size={28} />
          </span>
          <span className="text-title font-bold tracking-tight">Social Feed</span>
        </HomeLink>
        <AccountMenu />
      </div>
    );
  // in a post's bar, which stays at the top while scrolling
  if (pathname.startsWith('/p/'))
    return (
      <div className="sticky top-0 z-40 h-0">
        <div className="ms-auto flex h-14 w-fit items-center pe-2 md:pe-0">
          <AccountMenu />
        </div>
      </div>
    );
  return (
    <div className="absolute top-1.5 end-2 z-20 md:top-6 md:end-4 print:hidden">
      <AccountMenu />
    </div>
  );
};
