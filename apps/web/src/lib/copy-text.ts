import { showCopy } from './dialogs';
import { toast } from './toast';

/** Copies a text; through a selection if the clipboard is unavailable (plain http). Throws if neither works. */
export const copyText = async (text: string): Promise<void> => {
  // `clipboard` is undefined on insecure origins, despite its type
  const clipboard = navigator.clipboard as Clipboard | undefined;
  // the permission may be denied: try the selection
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
  // an open menu or dialog closes or takes back the focus if the focus leaves it
  (held?.closest('[role="menu"], [role$="dialog"]') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- all that plain http leaves
  const copied = document.execCommand('copy');
  field.remove();
  if (held instanceof HTMLElement) held.focus({ preventScroll: true });
  if (!copied) throw new Error('The browser did not copy');
};

/** Copies a link and shows `said`; if the browser cannot copy, shows the link to copy by hand. */
export const copyLink = (address: string, said: string): Promise<void> =>
  copyText(address).then(
    () => toast.success(said),
    () => showCopy(address),
  );

/**
 * Shares natively. Without native share, or if an earlier share never ended, copies `text` and calls `onCopied`.
 * Rejects if the share fails or is cancelled; rejects with an AbortError if the text is shown to copy by hand.
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
