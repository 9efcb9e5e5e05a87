import { t, withValues } from '@social-feed/contracts/t';
import { FACE_SIDE, faceRows } from '@social-feed/feed-order/face';
import { nameOfSeed } from '@social-feed/feed-order/names';
import { escapeMarkup, isolated, isReordering, oneLine, textMarkup } from '../text.js';
import { currentLanguage } from '../writing.js';
import type { Mail } from './smtp.js';

/**
 * A placeholder for the name of the instance in a mail, in the private use area, which no text of a template contains. The
 * mailer replaces it, since it reads the settings.
 */
export const INSTANCE_NAME = '\u{f0000}';

const ADDRESS_ALONE = /^(?:https?:\/\/|[\w.+-]+@)[!-~]+$/;

/**
 * Isolates a value in a mail, where it could change the order of the text around it: a text from left to right stays as it
 * is in a language of that direction. Not addresses, which a mail program could take for longer.
 */
export const asValue = (value: string): string =>
  !ADDRESS_ALONE.test(value) && (currentLanguage().dir === 'rtl' || isReordering(value))
    ? isolated(value)
    : value;

/** Replaces `INSTANCE_NAME` in a rendered mail, where it is isolated already in languages from right to left. */
export function withInstanceName<M extends Mail>(mail: M, name: string): M {
  const value = isReordering(name) ? isolated(name) : name;
  return {
    ...mail,
    subject: mail.subject.replaceAll(INSTANCE_NAME, () => value),
    text: mail.text.replaceAll(INSTANCE_NAME, () => value),
    html: mail.html.replaceAll(INSTANCE_NAME, () => textMarkup(value)),
  };
}

/** A block of a mail: a paragraph, a code in large type to copy, a shuffle by its seed, or a link, `by` whom its page is. */
type Block = string | { code: string } | { shuffle: number } | { text: string; url: string; by?: string };

/** The recipient of a mail. */
export interface Recipient {
  /** e-mail address */
  to: string;
  fullName: string;
  /** The languages that they want, the preferred one first; without one they get that of the instance. */
  wanted?: readonly (string | undefined)[];
}

/** Who gets mails as the owner of an account: in the language that they chose, or signed in with. */
export const recipient = ({
  email: to,
  fullName,
  locale,
  seenLocale,
}: {
  email: string;
  fullName: string;
  locale?: string | null | undefined;
  seenLocale?: string | null | undefined;
}): Recipient => ({ to, fullName, wanted: [locale ?? undefined, seenLocale ?? undefined] });

/** What a mail says, in the language that is being written. */
interface Content extends Pick<Mail, 'headers'> {
  subject: string;
  blocks: readonly Block[];
  footer: string;
}

/** A mail that the mailer writes in the recipient's language. */
export interface Letter extends Pick<Recipient, 'to' | 'wanted'> {
  /** Without a language it is English. */
  write: () => Mail;
}

/** Makes the letters of a kind. @param contentOf says it by `t`, each time anew */
export const letter =
  <Given>(contentOf: (given: Given & Recipient) => Content) =>
  (given: Given & Recipient): Letter => ({
    to: given.to,
    ...(given.wanted && { wanted: given.wanted }),
    write: () => withValues(asValue, () => render(given, contentOf(given))),
  });

const INK = '#1c1b22';
const MUTED = '#5f5d6b';
const ACCENT = '#5b3df5';
const SOFT = '#f1eefe';

/** Side of a square of a face, in pixels. */
const SQUARE = 6;

const wordsOf = (seed: number): string => nameOfSeed(seed).replaceAll('-', ' ');

/** The face of a shuffle with its words. A table, since mail programs show no drawings and fetch no pictures unasked. */
function shuffleHtml(seed: number): string {
  const rows = faceRows(seed).map((row) => {
    const cells = Array.from(
      { length: FACE_SIDE },
      // Outlook makes empty cells as high as a line unless they say otherwise
      (_unused, x) =>
        `<td${(row >>> x) & 1 ? ` bgcolor="${ACCENT}"` : ''} width="${SQUARE}" height="${SQUARE}" style="font-size:1px;line-height:${SQUARE}px"></td>`,
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  const width = SQUARE * FACE_SIDE;
  const face = `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" width="${width}" style="table-layout:fixed;width:${width}px;height:${width}px">${rows.join('')}</table>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 14px"><tr><td style="padding:9px;border-radius:8px;background:${SOFT}">${face}</td><td style="padding:0 14px;font-weight:600">${escapeMarkup(wordsOf(seed))}</td></tr></table>`;
}

function blockHtml(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 14px">${textMarkup(block)}</p>`;
  if ('shuffle' in block) return shuffleHtml(block.shuffle);
  if ('by' in block)
    return `<p dir="auto" style="margin:0 0 14px"><a href="${escapeMarkup(block.url)}" style="color:${ACCENT};font-weight:600;text-decoration:none">${textMarkup(block.text)}</a><br><span dir="auto" style="color:${MUTED};font-size:14px">${textMarkup(block.by ?? '')}</span></p>`;
  if ('url' in block)
    return `<p style="margin:0 0 14px"><a href="${escapeMarkup(block.url)}" style="color:${ACCENT}">${textMarkup(block.text)}</a></p>`;
  return `<p style="margin:24px 0;padding:18px 0;border-radius:12px;background:${SOFT};color:${ACCENT};font:700 34px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:10px;text-align:center">${escapeMarkup(block.code)}</p>`;
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('shuffle' in block) return wordsOf(block.shuffle);
  if (!('url' in block)) return `    ${block.code}`;
  if (block.by === undefined) return `${block.text}\n${block.url}`;
  const by = ` (${asValue(block.by)})`;
  return `${asValue(block.text)}${by}\n${block.url}`;
}

/** Text that a mail program would turn into a link. */
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/** Whether a mail program would turn a part of a text into a link. */
export const containsUrl = (text: string): boolean => ADDRESS.test(oneLine(text));

/**
 * Another user may have entered this recipient's address, with any name. So the name must not contain a link or
 * look like a part of the mail.
 */
function greetingOf(fullName: string): string {
  const name = oneLine(fullName);
  return name === '' || containsUrl(name) ? t`Hello,` : t`Hello ${name},`;
}

/** Renders a mail as text and as HTML for mail programs old and new; escapes every value. */
function render({ to, fullName }: Recipient, { subject, blocks, footer, headers }: Content): Mail {
  const { code, dir } = currentLanguage();
  const language = `lang="${code}"${dir === 'rtl' ? ' dir="rtl"' : ''}`;
  const greeting = greetingOf(fullName);
  const text = [greeting, ...blocks.map(blockText), '-- ', footer].join('\n\n');
  // mail programs that show a mail in their own page drop <html> and <body>
  const html = `<!doctype html>
<html ${language}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f5f4f8;color:${INK};font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table ${language} role="presentation" align="center" cellpadding="0" cellspacing="0" style="width:100%;max-width:480px;border-collapse:separate">
<tr><td style="padding:0 4px 14px;color:${ACCENT};font-weight:700">${INSTANCE_NAME}</td></tr>
<tr><td style="padding:28px;border:1px solid #e4e2ec;border-radius:16px;background:#ffffff">
<h1 style="margin:0 0 14px;font-size:20px;line-height:1.3">${textMarkup(greeting)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td style="padding:14px 4px;color:${MUTED};font-size:13px">${textMarkup(footer)}</td></tr>
</table>
</body>
</html>`;
  return { to, subject, text, html, ...(headers && { headers }) };
}
