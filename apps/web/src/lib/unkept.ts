import { create } from 'zustand';

/** Drafts that this browser did not store: a reload or the end of the tab would lose them. */
export const useUnkept = create<{ names: ReadonlySet<string> }>(() => ({ names: new Set() }));

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Notes whether a draft is stored. While one is not, the browser asks before the page goes. */
export const noteKept = (name: string, kept: boolean): void => {
  const { names } = useUnkept.getState();
  if (names.has(name) !== kept) return;
  const now = new Set(names);
  if (kept) now.delete(name);
  else now.add(name);
  useUnkept.setState({ names: now });
};

// one listener however many drafts there are; none while all are stored, since it keeps pages out of the back/forward cache
useUnkept.subscribe(({ names }) => {
  if (names.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

/** Whether a draft is lost with the page. */
export const useIsUnkept = (name: string): boolean => useUnkept(({ names }) => names.has(name));

/** Said in the form of such a draft. */
export const UNKEPT_WORDS =
  'This browser does not keep your draft. It is lost when you close or reload the page.';
