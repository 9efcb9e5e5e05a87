const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Invalid in XML even when escaped: control characters and lone surrogates. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu;

/** Escapes text for HTML and XML, including attributes. Removes characters that XML cannot represent. */
export const escapeMarkup = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
