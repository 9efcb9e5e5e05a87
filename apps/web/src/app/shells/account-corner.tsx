import { useLocation } from 'react-router-dom';
import { Logo } from '../../components/ui/logo';
import { HOME_PATHS } from '../../config/paths';
import { AccountMenu } from '../../features/session';
import { HomeLink } from './home-link';
import { isProfilePath } from './profile-path';

/**
 * The account menu below 992 px (A §2.7). Home has it in its own header and a post shows its X there; a profile begins
 * with its cover, so it gets a bar above; every other page leaves room beside its title.
 */
export const AccountCorner = () => {
  const { pathname } = useLocation();
  if (HOME_PATHS.includes(pathname) || pathname.startsWith('/p/')) return null;
  if (isProfilePath(pathname))
    return (
      <div className="relative z-20 flex h-14 items-center justify-between bg-surface pr-2 pl-4 md:bg-transparent md:px-0">
        <HomeLink aria-label="Social Feed, Home" className="flex min-h-11 items-center gap-2.5">
          <span className="md:hidden">
            <Logo size={28} />
          </span>
          <span className="text-title font-bold tracking-tight">Social Feed</span>
        </HomeLink>
        <AccountMenu />
      </div>
    );
  return (
    <div className="absolute top-5 right-4 z-20 md:top-6">
      <AccountMenu />
    </div>
  );
};
