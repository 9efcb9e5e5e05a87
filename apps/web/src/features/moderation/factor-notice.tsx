import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { paths } from '../../config/paths';
import { ApiError } from '../../lib/api-error';

/** Leads to the settings if the host requires a second factor here and the user has none. */
export const FactorNotice = () => {
  const cache = useQueryClient().getQueryCache();
  const isMissing = useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(changed), [cache]),
    () =>
      cache
        .getAll()
        .some(({ state: { error } }) => error instanceof ApiError && error.code === 'SECOND_FACTOR_MISSING'),
  );
  return isMissing ? (
    <Card as="section" aria-label="Second step" className="mb-4 p-4 md:p-5">
      <p className="font-medium">This community asks its moderators for a second step at sign-in.</p>
      <Link
        to={paths.settings.getHref('security')}
        className={buttonClass({ variant: 'outline', className: 'mt-3' })}
      >
        Set up a second step
      </Link>
    </Card>
  ) : null;
};
