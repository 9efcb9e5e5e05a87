import { useEffect } from 'react';
import { followUnread, forgetUnread } from './live';

/**
 * Keeps the dot in the navigation in step with a viewer's account. A page that is left lets go of its stream, so that
 * the browser can keep the page for Back. It shows nothing. Load it lazily.
 */
export const UnreadInStep = ({ viewerId }: { viewerId: string }) => {
  useEffect(() => {
    let end = followUnread(viewerId);
    const leave = () => end();
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) end = followUnread(viewerId);
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      end();
      forgetUnread();
    };
  }, [viewerId]);
  return null;
};
