import { useEffect } from 'react';
import { askConfirmation } from '../../../lib/dialogs';

const ask = (): Promise<boolean> =>
  askConfirmation({
    title: 'Leave this post?',
    text: 'It is not published yet. What you wrote stays in this browser until you come back.',
    confirmLabel: 'Leave',
  });

/** The history entry that stands above the page's own, so that going back arrives at the page first. */
const isGuard = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'guard' in state && state.guard === true;

const addGuard = (): void => {
  const state = window.history.state as { idx?: number } | null;
  if (!isGuard(state)) window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, guard: true }, '');
};

/** While `active`, asks before a link, the browser's back button or closing the tab leaves the page. */
export const useLeaveGuard = (active: boolean): void => {
  useEffect(() => {
    if (!active) return;
    let allowed = false;
    addGuard();

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
      if (allowed || isGuard(event.state)) return;
      void ask().then((leaves) => {
        if (leaves) allowed = true;
        window.history.go(leaves ? -1 : 1);
      });
    };
    window.addEventListener('beforeunload', handleUnload);
    document.addEventListener('click', handleClick, true);
    window.addEventListener('popstate', handlePop);
    return () => {
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, true);
      window.removeEventListener('popstate', handlePop);
    };
  }, [active]);
};
