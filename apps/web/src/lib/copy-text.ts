import { toast } from './toast';

/** Copies a text; where the clipboard is closed (plain http), through a selection. Throws when neither works. */
export const copyText = async (text: string): Promise<void> => {
  // `clipboard` is absent on origins that are not secure, whatever its type says
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) return clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const held = document.activeElement;
  // a menu or dialog closes, or takes the focus back, when the focus leaves it
  (held?.closest('[role="menu"], [role$="dialog"]') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- all that plain http leaves
  const copied = document.execCommand('copy');
  field.remove();
  if (held instanceof HTMLElement) held.focus({ preventScroll: true });
  if (!copied) throw new Error('The browser did not copy');
};

/** Copies an address and says so, or that it could not. */
export const copyLink = (address: string, said: string): Promise<void> =>
  copyText(address).then(
    () => toast.success(said),
    () => toast.error('Failed to copy link. Please try again.'),
  );

/**
 * Hands something to the browser's own share; where there is none, copies `text` and calls `onCopied`. Rejects when that
 * fails, or the person gave it up.
 */
export const shareOrCopy = async (data: ShareData, text: string, onCopied: () => void): Promise<void> => {
  if (typeof navigator.share === 'function') return navigator.share(data);
  await copyText(text);
  onCopied();
};
