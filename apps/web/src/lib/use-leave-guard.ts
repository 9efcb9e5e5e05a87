import { useCallback, useContext, useEffect, useRef } from 'react';
import { UNSAFE_NavigationContext, type Navigator } from 'react-router-dom';
import { askConfirmation } from './dialogs';
import { guardLeaving } from './leaving';

/** What the question before leaving says. */
export interface LeaveWords {
  title: string;
  text: string;
}

/** The history entry that stands above the page's own, so that going back arrives at the page first. */
const isGuard = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'guard' in state && state.guard === true;

const addGuard = (): void => {
  const state = window.history.state as { idx?: number } | null;
  if (!isGuard(state)) window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, guard: true }, '');
};

let removal: Promise<void> | undefined;
/** The step back of a removal, which nobody made: it asks nothing. */
let removed: Event | undefined;

/** Takes the entry away again, so that what replaces the page stands where the page stood. Going back takes a while. */
const removeGuard = (): Promise<void> =>
  (removal ??= new Promise<void>((resolve) => {
    if (!isGuard(window.history.state)) {
      resolve();
      return;
    }
    const handlePop = (event: Event): void => {
      removed = event;
      resolve();
    };
    // before the listeners that ask
    window.addEventListener('popstate', handlePop, { once: true, capture: true });
    window.history.back();
  }).finally(() => {
    removal = undefined;
  }));

/** Lets `ask` decide about each step to another page; undone by what it returns. */
const interceptPush = (navigator: Navigator, ask: (proceed: () => void) => void): (() => void) => {
  const push = navigator.push.bind(navigator);
  navigator.push = (...step) => ask(() => push(...step));
  return () => {
    navigator.push = push;
  };
};

/**
 * While `active`, asks before a link, a menu, the browser's back button, logging out or closing the tab leaves the page.
 * Answers what lets the page itself leave without being asked: call it before navigating away.
 */
export const useLeaveGuard = (active: boolean, words: LeaveWords): (() => Promise<void>) => {
  const allowed = useRef(false);
  const latest = useRef(words);
  const { navigator } = useContext(UNSAFE_NavigationContext);
  useEffect(() => {
    latest.current = words;
  });

  useEffect(() => {
    if (!active) return;
    allowed.current = false;
    let ended = false;
    // one that is being taken away is none
    void Promise.resolve(removal).then(() => {
      if (!ended) addGuard();
    });
    const ask = () => askConfirmation({ ...latest.current, confirmLabel: 'Leave' });
    const mayLeave = async (): Promise<boolean> => {
      if (!allowed.current && !(await ask())) return false;
      allowed.current = true;
      await removeGuard();
      return true;
    };
    const askBefore = async (leave: () => void): Promise<void> => {
      if (await mayLeave()) leave();
    };

    const handleUnload = (event: BeforeUnloadEvent) => {
      if (!allowed.current) event.preventDefault();
    };
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (allowed.current || modified || event.button !== 0 || !(link instanceof HTMLAnchorElement)) return;
      if (link.target === '_blank' || link.origin !== window.location.origin) return;
      // in-page links, such as the one to the content, do not leave
      if (link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      event.stopPropagation();
      void askBefore(() => link.click());
    };
    const handlePop = (event: PopStateEvent) => {
      if (allowed.current || event === removed || isGuard(event.state)) return;
      void ask().then((leaves) => {
        if (leaves) allowed.current = true;
        window.history.go(leaves ? -1 : 1);
      });
    };
    const restorePush = interceptPush(navigator, (proceed) => void askBefore(proceed));
    const endGuard = guardLeaving(mayLeave);
    window.addEventListener('beforeunload', handleUnload);
    document.addEventListener('click', handleClick, true);
    window.addEventListener('popstate', handlePop);
    return () => {
      ended = true;
      // with nothing left to lose, one step back leaves the page again
      if (!allowed.current) void removeGuard();
      restorePush();
      endGuard();
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, true);
      window.removeEventListener('popstate', handlePop);
    };
  }, [active, navigator]);

  return useCallback(() => {
    allowed.current = true;
    return removeGuard();
  }, []);
};
