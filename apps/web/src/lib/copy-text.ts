import { showCopy } from './dialogs';
import { toast } from './toast';

/** Copies a text; where the clipboard is closed (plain http), through a selection. Throws when neither works. */
export const copyText = async (text: string): Promise<void> => {
  // `clipboard` is absent on origins that are not secure, whatever its type says
  const clipboard = navigator.clipboard as Clipboard | undefined;
  // a permission may be denied: the selection may work all the same
  if (
    clipboard &&
    (await clipboard.writeText(text).then(
      () => true,
      () => false,
    ))
  )
    return;
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

/** Copies an address and says so; where the browser does not copy, shows it to be copied by hand. */
export const copyLink = (address: string, said: string): Promise<void> =>
  copyText(address).then(
    () => toast.success(said),
    () => showCopy(address),
  );

/**
 * Hands something to the browser's own share. Where there is none, or an earlier share never came to an end, copies `text`
 * and calls `onCopied`. Rejects when the share fails or is given up; with an AbortError where the text is shown to be
 * copied by hand.
 */
export const shareOrCopy = async (data: ShareData, text: string, onCopied: () => void): Promise<void> => {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(data);
      return;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    }
  }
  try {
    await copyText(text);
  } catch {
    showCopy(text);
    throw new DOMException('The text is shown instead', 'AbortError');
  }
  onCopied();
};
