import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { socialErrorMessage } from '../../features/session';
import { toast } from '../../lib/toast';

const READ = ['oauth_success', 'error', 'details'];
/** One toast, however often the page is drawn. */
const TOAST_ID = 'connection-return';

/** Says how connecting an account at a provider ended, which stands in the address, and takes it away from there. */
export const useConnectionReturn = (): void => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!READ.some((name) => query.has(name))) return;
    const error = query.get('error');
    if (error !== null)
      toast.error(socialErrorMessage('login', error, query.get('details')), { id: TOAST_ID });
    else toast.success('The account is connected', { id: TOAST_ID });
    for (const name of READ) query.delete(name);
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [pathname, search, navigate]);
};
