import { Suspense, useEffect } from 'react';
import { MenuOnDemand } from '../../../components/ui/lazy-menu';
import { lazyPart, quietPart } from '../../../lib/lazy';
import { useSessionStore } from '../stores/session-store';
import { Spinner } from '../../../components/ui/spinner';
import { cx } from '../../../lib/class-names';
import { AccountButton } from './account-button';

const load = () => import('./open-account-menu');
const OpenAccountMenu = lazyPart(load, 'OpenAccountMenu');

/** Account button; its menu loads on first touch (A §2.7). */
const SignedInMenu = ({ variant }: { variant: 'card' | 'compact' }) => {
  const user = useSessionStore((state) => state.currentUser);
  return user ? (
    <MenuOnDemand load={load} trigger={<AccountButton user={user} variant={variant} />}>
      {(menu) => <OpenAccountMenu {...menu} userName={user.userName} />}
    </MenuOnDemand>
  ) : null;
};

const SignedOutLinks = lazyPart(() => import('./signed-out-links'), 'SignedOutLinks');
const AuthNotice = quietPart(() => import('./auth-notice'), 'AuthNotice');

/** Error notice of the session. */
const SessionNotice = ({ floating }: { floating: boolean }) =>
  useSessionStore((state) => state.authError !== null) ? <AuthNotice floating={floating} /> : null;

/** Delay in ms before the menu starts the initialisation itself, if the app has not (A §9). */
const INIT_DELAY_MS = 50;

interface AccountMenuProps {
  /** `card`: a row in the right column; `compact`: the avatar in the header. */
  variant?: 'card' | 'compact';
}

/** Spinner, Login and Sign Up, or the avatar with Profile, Settings and Logout (A §2.7). */
export const AccountMenu = ({ variant = 'compact' }: AccountMenuProps) => {
  const signedIn = useSessionStore((state) => state.currentUser !== null);
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
      ) : signedIn ? (
        <SignedInMenu variant={variant} />
      ) : (
        <Suspense fallback={<div className="min-h-11" />}>
          <SignedOutLinks variant={variant} />
        </Suspense>
      )}
      <SessionNotice floating={variant === 'compact'} />
    </div>
  );
};
