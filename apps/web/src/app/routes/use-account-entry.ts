import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { socialErrorMessage } from '../../features/session';
import { safeReturnPath, type ReturnState } from '../../lib/return-to';

const READ = ['redirect', 'oauth_success', 'success', 'error', 'details', 'message'];

interface AccountEntry {
  /** What a failed social return left in the address, in words; null without one. */
  notice: { tone: 'error'; text: string } | null;
}

/**
 * Reads what stands in an account page's address and then takes it away (A §4.2): the error becomes a notice, an allowed
 * `redirect` becomes the remembered origin in the history state.
 */
export const useAccountEntry = (page: 'login' | 'signup'): AccountEntry => {
  const location = useLocation();
  const navigate = useNavigate();
  const [notice] = useState<AccountEntry['notice']>(() => {
    const query = new URLSearchParams(location.search);
    const error = query.get('error');
    return error ? { tone: 'error', text: socialErrorMessage(page, error, query.get('details')) } : null;
  });
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (!READ.some((name) => query.has(name))) return;
    const redirect = safeReturnPath(query.get('redirect'));
    for (const name of READ) query.delete(name);
    const state: ReturnState = {
      ...(location.state as ReturnState | null),
      ...(redirect === undefined ? {} : { from: redirect }),
    };
    void navigate({ pathname: location.pathname, search: query.toString() }, { replace: true, state });
  }, [location, navigate]);
  return { notice };
};
