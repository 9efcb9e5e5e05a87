import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part';
import { useSessionStore } from '../stores/session-store';
import { AccountButton } from './account-button';

const load = () => import('./open-account-menu');
const OpenAccountMenu = lazyPart(load, 'OpenAccountMenu');

interface SignedInMenuProps {
  variant: 'card' | 'compact';
}

/** The account's button; its menu is fetched when it is first pointed at or pressed (A §2.7). */
export const SignedInMenu = ({ variant }: SignedInMenuProps) => {
  const user = useSessionStore((state) => state.currentUser);
  const [wanted, setWanted] = useState(false);
  if (!user) return null;
  const button = (
    <AccountButton
      user={user}
      variant={variant}
      aria-expanded={wanted}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenAccountMenu user={user} variant={variant} />
    </Suspense>
  );
};
