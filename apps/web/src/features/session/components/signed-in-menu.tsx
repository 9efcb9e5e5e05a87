import { ChevronsUpDown, LogOut, Settings, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../../components/ui/avatar';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import { Spinner } from '../../../components/ui/spinner';
import { paths } from '../../../config/paths';
import { cx } from '../../../lib/class-names';
import { useSessionStore } from '../stores/session-store';

interface SignedInMenuProps {
  /** `card`: avatar, name and handle; `compact`: the avatar alone. */
  variant: 'card' | 'compact';
}

/** The avatar button that opens Profile, Settings and Logout (A §2.7). */
export const SignedInMenu = ({ variant }: SignedInMenuProps) => {
  const user = useSessionStore((state) => state.currentUser);
  const logout = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  if (!user) return null;

  const handleLogout = async (): Promise<void> => {
    setLeaving(true);
    await logout();
    await navigate(paths.login.getHref(), { replace: true });
  };

  const trigger = (
    <button
      type="button"
      aria-label={`Account of ${user.fullName} @${user.userName}`}
      className={cx(
        'flex min-h-11 items-center gap-3 text-left transition-colors hover:bg-fill',
        variant === 'card' ? 'w-full rounded-media p-2' : 'rounded-full p-1',
      )}
    >
      <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={variant === 'card' ? 44 : 36} />
      {variant === 'card' ? (
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold" dir="auto">
              {user.fullName}
            </span>
            <span className="block truncate text-meta text-muted">@{user.userName}</span>
          </span>
          <ChevronsUpDown size={18} aria-hidden className="mr-1 shrink-0 text-muted" />
        </>
      ) : null}
    </button>
  );

  return (
    <LazyMenu
      held={leaving}
      trigger={trigger}
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
          disabled: leaving,
          keepOpen: true,
          tone: 'danger',
        },
      ]}
    />
  );
};
