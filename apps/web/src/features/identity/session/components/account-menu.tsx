import { t } from '@lingui/core/macro';
import { Suspense, useEffect } from 'react';
import { LazyMenu } from '../../../../components/ui/lazy-menu';
import { lazyPart } from '../../../../lib/lazy';
import { useSessionStore } from '../stores/session-store';
import { Spinner } from '../../../../components/ui/spinner';
import { cx } from '../../../../lib/class-names';
import { AccountButton } from './account-button';

const OpenAccountMenu = lazyPart(() => import('./open-account-menu'), 'OpenAccountMenu');

/** Account button; its menu loads on first touch (A §2.7). */
const SignedInMenu = ({ variant }: { variant: 'card' | 'compact' }) => {
  const user = useSessionStore((state) => state.currentUser);
  return user ? (
    <LazyMenu preload={OpenAccountMenu.preload} trigger={<AccountButton user={user} variant={variant} />}>
      {(menu) => <OpenAccountMenu {...menu} userName={user.userName} />}
    </LazyMenu>
  ) : null;
};

const SignedOutLinks = lazyPart(() => import('./signed-out-links'), 'SignedOutLinks');
const AuthNotice = lazyPart(() => import('./auth-notice'), 'AuthNotice');

/** Error notice of the session. */
const SessionNotice = ({ floating }: { floating: boolean }) =>
  useSessionStore((state) => state.authError !== null) ? (
    <Suspense>
      <AuthNotice floating={floating} />
    </Suspense>
  ) : null;

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
          <Spinner label={t`Loading your account`} />
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
