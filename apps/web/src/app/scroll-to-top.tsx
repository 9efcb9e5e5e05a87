import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { HOME_PATHS } from '../config/paths';

/** History state of a link within one page, e.g. between a profile's tabs: the place stays. */
interface PlaceState {
  keepPlace?: true;
}

/** A new page, or another search, starts at its top; going back, and switching between Home and Messages, leaves the place to the page. */
export const ScrollToTop = () => {
  const location = useLocation();
  const { pathname } = location;
  const page = pathname + location.search;
  const keepPlace = (location.state as PlaceState | null)?.keepPlace === true;
  const type = useNavigationType();
  const previous = useRef(page);
  useEffect(() => {
    const withinHome = HOME_PATHS.includes(previous.current) && HOME_PATHS.includes(pathname);
    const entered = previous.current !== page && type !== NavigationType.Pop;
    if (entered && !withinHome && !keepPlace) window.scrollTo(0, 0);
    previous.current = page;
  }, [page, pathname, type, keepPlace]);
  return null;
};
