interface Modifiers {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Whether a key is pressed along with one that makes it the browser's: Alt and an arrow go back, Ctrl and + zoom the page. */
export const isModified = ({ ctrlKey, metaKey, altKey }: Modifiers): boolean => ctrlKey || metaKey || altKey;
