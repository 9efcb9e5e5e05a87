import { useLocation } from 'react-router-dom';
import { isProfilePath } from '../../config/paths';
import { Logo } from '../../components/ui/logo';
import { AccountMenu } from '../../features/identity/session/components/account-menu';
import { useInstanceName } from '../../lib/instance-store';

/**
 * The account menu below 992 px. A profile starts with its cover, so it gets a bar above; other pages have room
 * next to the title.
 */
export const AccountCorner = () => {
  const { pathname } = useLocation();
  const name = useInstanceName();
  if (isProfilePath(pathname))
    return (
      <div className="relative z-20 flex min-h-14 items-center justify-between bg-surface pe-2 ps-4 md:bg-transparent md:px-0">
        <p className="flex min-w-0 min-h-11 items-center gap-2.5">
          <span className="md:hidden">
            <Logo size={28} />
          </span>
          <span translate="no" className="truncate text-title font-bold tracking-tight">
            {name}
          </span>
        </p>
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
    <div className="absolute top-1.5 end-2 z-20 md:not-short:top-6 md:end-4 lg:end-0 print:hidden">
      <AccountMenu />
    </div>
  );
};
