import type { CurrentUser } from '@social-feed/contracts';
import { LogOut, Settings, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DropdownMenu } from '../../../components/ui/dropdown-menu';
import { Spinner } from '../../../components/ui/spinner';
import { paths } from '../../../config/paths';
import { useSessionStore } from '../stores/session-store';
import { AccountButton } from './account-button';

interface OpenAccountMenuProps {
  user: CurrentUser;
  variant: 'card' | 'compact';
}

/** Profile, Settings and Logout, opened at once (A §2.7). Load it lazily. */
export const OpenAccountMenu = ({ user, variant }: OpenAccountMenuProps) => {
  const logout = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const [open, setOpen] = useState(true);
  const [leaving, setLeaving] = useState(false);
  const handleLogout = async (): Promise<void> => {
    setLeaving(true);
    await logout();
    await navigate(paths.login.getHref(), { replace: true });
  };
  return (
    <DropdownMenu
      open={open}
      // while it reports that it is logging out it stays
      onOpenChange={(next) => setOpen(next || leaving)}
      trigger={<AccountButton user={user} variant={variant} />}
      items={[
        {
          key: 'profile',
          label: 'Profile',
          icon: <UserRound size={19} aria-hidden />,
          onSelect: () => void navigate(paths.profile.getHref(user.userName)),
        },
        {
          key: 'settings',
          label: 'Settings',
          icon: <Settings size={19} aria-hidden />,
          onSelect: () => void navigate(paths.settings.getHref()),
        },
        {
          key: 'logout',
          label: leaving ? 'Logging out...' : 'Logout',
          icon: leaving ? <Spinner size={19} /> : <LogOut size={19} aria-hidden />,
          onSelect: () => void handleLogout(),
          busy: leaving,
          keepOpen: true,
          tone: 'danger',
        },
      ]}
    />
  );
};
