import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { HOME_PATHS } from '../config/paths';

/** A new page starts at its top; going back, and switching between Home and Messages, leaves the place to the page. */
export const ScrollToTop = () => {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const previous = useRef(pathname);
  useEffect(() => {
    const withinHome = HOME_PATHS.includes(previous.current) && HOME_PATHS.includes(pathname);
    if (previous.current !== pathname && type !== NavigationType.Pop && !withinHome) window.scrollTo(0, 0);
    previous.current = pathname;
  }, [pathname, type]);
  return null;
};
