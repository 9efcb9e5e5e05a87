import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../config/paths';

/**
 * Whether a page of the app led to this history entry. The first entry has no key, but may get one if a sign-in
 * replaced it; so this reads the router's index, which survives a replace.
 */
export const isReachedWithin = (key: string): boolean => {
  const count = (window.history.state as { idx?: number } | null)?.idx;
  return count === undefined ? key !== 'default' : count > 0;
};

/**
 * The post page's X: goes back if there is history and a referrer, otherwise to / (F §2). A page reached inside the
 * app counts as referred.
 */
export const useClose = (): (() => void) => {
  const { key } = useLocation();
  const navigate = useNavigate();
  return useCallback(() => {
    if (isReachedWithin(key) || (window.history.length > 1 && document.referrer !== '')) void navigate(-1);
    else void navigate(paths.root.getHref());
  }, [key, navigate]);
};
