const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What no XML document may hold, escaped or not: control characters and halves of characters. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu;

/** Text for use in HTML and XML, in attributes too; characters that XML has no way to write are left out. */
export const escapeMarkup = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
