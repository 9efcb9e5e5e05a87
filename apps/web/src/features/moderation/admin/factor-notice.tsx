import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { paths } from '../../../config/paths';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';

const NEEDED = ['SECOND_FACTOR_MISSING', 'STEP_UP_REQUIRED'];

/**
 * Where the host requires a second factor: leads users without one to the settings, and asks those for it who signed
 * in without.
 */
export const FactorNotice = () => {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const needed = useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(changed), [cache]),
    () =>
      cache
        .getAll()
        .map(({ state: { error } }) => (error instanceof ApiError ? error.code : ''))
        .find((code) => NEEDED.includes(code)),
  );
  if (needed === undefined) return null;
  // The client asks for the second factor before this call succeeds.
  const handleConfirm = async () => {
    const isConfirmed = await api.call('checkConfirmed').then(
      () => true,
      () => false,
    );
    if (isConfirmed) await client.resetQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  return (
    <Card as="section" aria-label={t`Second step`} className="mb-4 p-4 md:p-5">
      <p className="font-medium">{t`This community asks its moderators for a second step at sign-in.`}</p>
      {needed === 'STEP_UP_REQUIRED' ? (
        <Button variant="outline" className="mt-3" onClick={() => void handleConfirm()}>
          {t`Confirm that it is you`}
        </Button>
      ) : (
        <Link
          to={paths.settings.getHref('security')}
          className={buttonClass({ variant: 'outline', className: 'mt-3' })}
        >
          {t`Set up a second step`}
        </Link>
      )}
    </Card>
  );
};
