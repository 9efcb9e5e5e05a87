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
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- all that plain http leaves
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('The browser did not copy');
};
