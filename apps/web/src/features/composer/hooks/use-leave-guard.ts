import { useEffect } from 'react';
import { askConfirmation } from '../../../lib/dialogs';

const ask = (): Promise<boolean> =>
  askConfirmation({
    title: 'Leave this post?',
    text: 'It is not published yet. What you wrote stays in this browser until you come back.',
    confirmLabel: 'Leave',
  });

const indexOf = (state: unknown): number | undefined => {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined;
  return typeof index === 'number' ? index : undefined;
};

/** While `active`, asks before a link, the browser's back button or closing the tab leaves the page. */
export const useLeaveGuard = (active: boolean): void => {
  useEffect(() => {
    if (!active) return;
    let allowed = false;
    let returning = false;
    const here = indexOf(window.history.state);

    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!allowed) event.preventDefault();
    };
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (allowed || modified || event.button !== 0 || !(link instanceof HTMLAnchorElement)) return;
      if (link.target === '_blank' || link.origin !== window.location.origin) return;
      // in-page links, such as the one to the content, do not leave
      if (link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      event.stopPropagation();
      void ask().then((leaves) => {
        if (!leaves) return;
        allowed = true;
        link.click();
      });
    };
    const handlePop = (event: PopStateEvent) => {
      const there = indexOf(event.state);
      if (allowed || here === undefined || there === undefined) return;
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        return;
      }
      // the browser has moved already: back to this entry first, then the question
      returning = true;
      window.history.go(here - there);
      void ask().then((leaves) => {
        if (!leaves) return;
        allowed = true;
        window.history.go(there - here);
      });
    };
    window.addEventListener('beforeunload', handleUnload);
    document.addEventListener('click', handleClick, true);
    window.addEventListener('popstate', handlePop, true);
    return () => {
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, true);
      window.removeEventListener('popstate', handlePop, true);
    };
  }, [active]);
};
