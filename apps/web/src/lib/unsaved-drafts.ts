import { t } from '@lingui/core/macro';
import { create } from 'zustand';

/** Drafts that storage refused: a reload or closing the tab would lose them. */
export const useUnsavedDrafts = create<{ names: ReadonlySet<string> }>(() => ({ names: new Set() }));

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Records whether a draft is stored. While one is not, the browser asks before unloading the page. */
export const noteSaved = (name: string, saved: boolean): void => {
  const { names } = useUnsavedDrafts.getState();
  if (names.has(name) !== saved) return;
  const now = new Set(names);
  if (saved) now.delete(name);
  else now.add(name);
  useUnsavedDrafts.setState({ names: now });
};

// one listener for all drafts; removed while all are stored, since it disables the back/forward cache
useUnsavedDrafts.subscribe(({ names }) => {
  if (names.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

/** Whether leaving the page would lose a draft. */
export const useIsUnsaved = (name: string): boolean => useUnsavedDrafts(({ names }) => names.has(name));

/** Shown in the form of such a draft. */
export const UNSAVED_MESSAGE = t`This browser cannot save your draft. It is lost when you close or reload the page.`;
