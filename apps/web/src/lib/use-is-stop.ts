import { useLocation } from 'react-router-dom';
import { isProfilePath } from '../config/paths';
import { useOwnAccount } from './viewer';

const nameIn = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname.split('/')[1] ?? '').toLowerCase();
  } catch {
    return '';
  }
};

/** Whether a member stops at somebody else's page on the way: a post, or the profile of another person. */
export const useIsStop = (): boolean => {
  const { pathname } = useLocation();
  const own = useOwnAccount();
  if (own === null) return false;
  return (
    pathname.startsWith('/p/') || (isProfilePath(pathname) && nameIn(pathname) !== own.userName.toLowerCase())
  );
};
