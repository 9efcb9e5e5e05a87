import { create } from 'zustand';

/** Drafts that storage refused: a reload or closing the tab would lose them. */
export const useUnkept = create<{ names: ReadonlySet<string> }>(() => ({ names: new Set() }));

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Records whether a draft is stored. While one is not, the browser asks before unloading the page. */
export const noteKept = (name: string, kept: boolean): void => {
  const { names } = useUnkept.getState();
  if (names.has(name) !== kept) return;
  const now = new Set(names);
  if (kept) now.delete(name);
  else now.add(name);
  useUnkept.setState({ names: now });
};

// one listener for all drafts; removed while all are stored, since it disables the back/forward cache
useUnkept.subscribe(({ names }) => {
  if (names.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

/** Whether leaving the page would lose a draft. */
export const useIsUnkept = (name: string): boolean => useUnkept(({ names }) => names.has(name));

/** Shown in the form of such a draft. */
export const UNKEPT_WORDS =
  'This browser does not keep your draft. It is lost when you close or reload the page.';
