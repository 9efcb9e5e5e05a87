import type { KeyboardEvent } from 'react';
import { isRightToLeft } from './browser';

interface Modifiers {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Whether a modifier makes a key or click the browser's: Alt and an arrow go back, Ctrl and a click open a tab. */
export const isModified = ({ ctrlKey, metaKey, altKey }: Modifiers): boolean => ctrlKey || metaKey || altKey;

/**
 * Whether an input method uses the key, e.g. Enter or Escape to end a composition. Safari sends that key after
 * `compositionend`, with the key code 229 that marks every key an input method has handled.
 */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;

/**
 * The key of a one-letter shortcut. Keyboards of other scripts have no Latin letters; there the place of the key counts.
 * Caps Lock makes capitals without Shift, and Arabic has its own question mark.
 */
export const shortcutOf = ({
  key,
  code,
  shiftKey,
}: {
  key: string;
  code: string;
  shiftKey: boolean;
}): string => {
  if (key === '؟') return '?';
  if (/^[^ -~]$/u.test(key) && code.startsWith('Key')) return code.slice(3).toLowerCase();
  return /^[A-Z]$/.test(key) && !shiftKey ? key.toLowerCase() : key;
};

/** Elements that use the keys themselves. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** 1 for Page Down, -1 for Page Up, 0 for every other key and for all keys in a field. */
export const pageStep = ({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): -1 | 0 | 1 => {
  if (target instanceof Element && target.closest(FIELDS)) return 0;
  if (key === 'PageDown') return 1;
  return key === 'PageUp' ? -1 : 0;
};

type LineKey = Pick<KeyboardEvent, 'key' | 'currentTarget'> & Modifiers;

/** 1 for the arrow toward the end of a line, -1 for the one toward its start, 0 for other keys. */
export const lineStep = (event: LineKey): -1 | 0 | 1 => {
  const right = event.key === 'ArrowRight';
  if (isModified(event) || (!right && event.key !== 'ArrowLeft')) return 0;
  return right === isRightToLeft(event.currentTarget) ? -1 : 1;
};
