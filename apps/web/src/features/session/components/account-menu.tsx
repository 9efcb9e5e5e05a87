import { ChevronsUpDown, CircleUser, LogIn, LogOut, Settings, UserRound, UserRoundPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Avatar } from '../../../components/ui/avatar';
import { buttonClass } from '../../../components/ui/button-class';
import { IconButton } from '../../../components/ui/icon-button';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import { Spinner } from '../../../components/ui/spinner';
import { paths } from '../../../config/paths';
import { cx } from '../../../lib/class-names';
import { useMediaQuery } from '../../../lib/use-media-query';
import { useSessionStore } from '../stores/session-store';
import { AuthNotice } from './auth-notice';

/** Initialisation is left to the app for this long, then the menu starts it itself, in ms (A §9). */
const INIT_DELAY_MS = 50;

interface AccountMenuProps {
  /** `card`: the row of the right column; `compact`: the avatar in the header. */
  variant?: 'card' | 'compact';
}

/** Spinner, Login and Sign Up, or the avatar with Profile, Settings and Logout (A §2.7). */
export const AccountMenu = ({ variant = 'compact' }: AccountMenuProps) => {
  const user = useSessionStore((state) => state.currentUser);
  const isInitializing = useSessionStore((state) => state.isInitializing);
  const initializeAuth = useSessionStore((state) => state.initializeAuth);
  useEffect(() => {
    if (!isInitializing) return;
    const timer = setTimeout(() => void initializeAuth(), INIT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isInitializing, initializeAuth]);

  return (
    <div className={cx('relative', variant === 'card' && 'rounded-card border border-line bg-surface p-2')}>
      {isInitializing ? (
        <div className="grid min-h-11 place-items-center text-accent">
          <Spinner label="Loading your account" />
        </div>
      ) : user ? (
        <SignedInMenu variant={variant} />
      ) : (
        <SignedOutLinks variant={variant} />
      )}
      <AuthNotice floating={variant === 'compact'} />
    </div>
  );
};

const SignedOutLinks = ({ variant }: Required<AccountMenuProps>) => {
  const roomy = useMediaQuery('(min-width: 640px)');
  const navigate = useNavigate();
  if (variant === 'compact' && !roomy) {
    return (
      <LazyMenu
        trigger={
          <IconButton label="Account">
            <CircleUser size={26} aria-hidden />
          </IconButton>
        }
        items={[
          {
            key: 'login',
            label: 'Login',
            icon: <LogIn size={19} aria-hidden />,
            onSelect: () => void navigate(paths.login.getHref()),
          },
          {
            key: 'signup',
            label: 'Sign Up',
            icon: <UserRoundPlus size={19} aria-hidden />,
            onSelect: () => void navigate(paths.signup.getHref()),
          },
        ]}
      />
    );
  }
  const look = {
    size: variant === 'card' ? 'md' : 'sm',
    className: variant === 'card' ? 'flex-1' : '',
  } as const;
  return (
    <div className={cx('flex gap-2', variant === 'card' && 'p-1')}>
      <Link to={paths.login.getHref()} className={buttonClass(look)}>
        Login
      </Link>
      <Link to={paths.signup.getHref()} className={buttonClass({ ...look, variant: 'soft' })}>
        Sign Up
      </Link>
    </div>
  );
};

const SignedInMenu = ({ variant }: Required<AccountMenuProps>) => {
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

  return (
    <LazyMenu
      held={leaving}
      trigger={
        <button
          type="button"
          aria-label={`Account of ${user.fullName} @${user.userName}`}
          className={cx(
            'flex min-h-11 items-center gap-3 text-left transition-colors hover:bg-fill',
            variant === 'card' ? 'w-full rounded-media p-2' : 'rounded-full p-1',
          )}
        >
          <Avatar
            id={user._id}
            name={user.fullName}
            src={user.profilepic}
            size={variant === 'card' ? 44 : 36}
          />
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
      }
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
