import type { Drawn } from './drawn.js';
import type { MadePage } from './shared-pages.js';

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What the API wrote of the instance into its page. */
export const instanceOf = (page: MadePage | null): unknown => {
  const content = /<meta name="instance" content="([^"]*)"/.exec(page?.text ?? '')?.[1];
  return content === undefined ? undefined : JSON.parse(unescape(content));
};

/** JSON that no markup in it can end. */
const dataOf = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const ROOT = '<div id="root"></div>';
const HEAD_SCRIPT = '<script src="/theme.js"></script>';

/**
 * Puts the posts into the built page, and the API's answers. The scripts leave the line to the first picture.
 * Returns null if it is another page.
 */
export const fill = (
  page: string,
  about: object,
  { markup, preload }: Drawn,
  given: Readonly<Record<string, unknown>>,
): string | null => {
  if (!page.includes(ROOT) || !page.includes(HEAD_SCRIPT)) return null;
  const data = Object.entries(given).map(
    ([name, answer]) =>
      `<script type="application/json" id="answer-${escape(name)}">${dataOf(answer)}</script>`,
  );
  const meta = `<meta name="drawn" content="${escape(JSON.stringify(about))}" />`;
  // functions, because `replace` would interpret `$` in a text
  return page
    .replace(HEAD_SCRIPT, () => `${preload}${meta}${HEAD_SCRIPT}`)
    .replaceAll(/<script type="module"|<link rel="modulepreload"/g, (tag) => `${tag} fetchpriority="low"`)
    .replace(ROOT, () => `<div id="drawn">${markup}</div>${data.join('')}${ROOT}`);
};
