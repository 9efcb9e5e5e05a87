import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';

/**
 * The post page's X: back when there is history and a referrer, otherwise to / (F §2). A page reached inside the app
 * counts as referred: only the first entry of the app's history has no key of its own.
 */
export const useClose = (): (() => void) => {
  const { key } = useLocation();
  const navigate = useNavigate();
  return useCallback(() => {
    const within = key !== 'default';
    if (within || (window.history.length > 1 && document.referrer !== '')) void navigate(-1);
    else void navigate(paths.root.getHref());
  }, [key, navigate]);
};
