import { t } from '@lingui/core/macro';
import { LogOut, Settings, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DropdownMenu, type MenuProps } from '../../../../components/ui/dropdown-menu';
import { paths } from '../../../../config/paths';
import { useSessionStore } from '../stores/session-store';

/** Profile, Settings and Logout (A §2.7). Load it lazily. */
export const OpenAccountMenu = ({ userName, onOpenChange, ...menu }: MenuProps & { userName: string }) => {
  const logout = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const linkTo = (href: string) => ({ href, onSelect: () => void navigate(href) });
  const [leaving, setLeaving] = useState(false);
  const handleLogout = async (): Promise<void> => {
    setLeaving(true);
    await logout();
    await navigate(paths.login.getHref(), { replace: true });
  };
  return (
    <DropdownMenu
      {...menu}
      // Stay open during logout.
      onOpenChange={(next) => onOpenChange(next || leaving)}
      items={[
        { label: t`Profile`, icon: UserRound, ...linkTo(paths.profile.getHref(userName)) },
        { label: t`Settings`, icon: Settings, ...linkTo(paths.settings.getHref()) },
        {
          label: leaving ? t`Logging out...` : t`Logout`,
          icon: LogOut,
          onSelect: () => void handleLogout(),
          busy: leaving,
          keepOpen: true,
          tone: 'danger',
        },
      ]}
    />
  );
};
