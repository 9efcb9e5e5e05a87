import { ChevronsUpDown, LogIn, LogOut, Settings, UserRound, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Avatar } from '../../../components/ui/avatar';
import { buttonClass } from '../../../components/ui/button-class';
import { Spinner } from '../../../components/ui/spinner';
import { paths } from '../../../config/paths';
import { cx } from '../../../lib/class-names';
import { useSessionStore } from '../stores/session-store';

const DropdownMenu = lazy(() =>
  import('../../../components/ui/dropdown-menu').then((module) => ({ default: module.DropdownMenu })),
);

/** Initialisation is left to the app for this long, then the menu starts it itself, in ms (A §9). */
const INIT_DELAY_MS = 50;
const NOTICE_MS = 5000;

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

const SignedOutLinks = ({ variant }: Required<AccountMenuProps>) => (
  <div className={cx('flex gap-2', variant === 'card' && 'p-1')}>
    <Link
      to={paths.login.getHref()}
      className={buttonClass({
        size: variant === 'card' ? 'md' : 'sm',
        className: variant === 'card' ? 'flex-1' : '',
      })}
    >
      {variant === 'card' ? <LogIn size={18} aria-hidden /> : null}
      Login
    </Link>
    <Link
      to={paths.signup.getHref()}
      className={buttonClass({
        variant: 'soft',
        size: variant === 'card' ? 'md' : 'sm',
        className: variant === 'card' ? 'flex-1' : 'max-sm:hidden',
      })}
    >
      Sign Up
    </Link>
  </div>
);

const SignedInMenu = ({ variant }: Required<AccountMenuProps>) => {
  const user = useSessionStore((state) => state.currentUser);
  const logout = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [leaving, setLeaving] = useState(false);
  if (!user) return null;

  const handleLogout = async (): Promise<void> => {
    setLeaving(true);
    await logout();
    await navigate(paths.login.getHref(), { replace: true });
  };
  const handleOpen = (next: boolean): void => {
    setWanted(true);
    setOpen(next || leaving);
  };

  const trigger = (
    <button
      type="button"
      aria-label={`Account of ${user.fullName}`}
      aria-haspopup="menu"
      className={cx(
        'flex min-h-11 items-center gap-3 text-left transition-colors hover:bg-fill',
        variant === 'card' ? 'w-full rounded-media p-2' : 'rounded-full p-1',
      )}
      {...(wanted ? {} : { onClick: () => handleOpen(true), onPointerEnter: () => setWanted(true) })}
    >
      <Avatar id={user._id} name={user.fullName} src={user.profilepic} size={variant === 'card' ? 44 : 36} />
      {variant === 'card' ? (
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold" dir="auto">
            {user.fullName}
          </span>
          <span className="block truncate text-meta text-muted">@{user.userName}</span>
        </span>
      ) : null}
      {variant === 'card' ? (
        <ChevronsUpDown size={18} aria-hidden className="mr-1 shrink-0 text-muted" />
      ) : null}
    </button>
  );
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <DropdownMenu
        open={open}
        onOpenChange={handleOpen}
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
    </Suspense>
  );
};

/** An auth error, dismissible, gone after 5 s (A §4.1). */
const AuthNotice = ({ floating }: { floating: boolean }) => {
  const authError = useSessionStore((state) => state.authError);
  const clearAuthError = useSessionStore((state) => state.clearAuthError);
  useEffect(() => {
    if (authError === null) return;
    const timer = setTimeout(clearAuthError, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [authError, clearAuthError]);
  if (authError === null) return null;
  return (
    <div
      role="alert"
      className={cx(
        'flex items-start gap-2 rounded-media bg-danger-soft py-1 pr-1 pl-3 text-meta text-danger',
        floating ? 'absolute top-full right-0 z-40 mt-2 w-64 shadow-float' : 'mt-2',
      )}
    >
      <span className="min-w-0 flex-1 py-2">{authError}</span>
      <button
        type="button"
        aria-label="Dismiss notice"
        onClick={clearAuthError}
        className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-surface"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
};
