import { setImmediate } from 'node:timers/promises';
import { isBlank } from '@social-feed/contracts';
import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5';
import { excerpt } from '../../platform/text.js';

/** The description in a page's head: texts of one line, absolute addresses. A missing one is empty. */
export interface PageFacts {
  title: string;
  description: string;
  image: string;
  /** Address of an immediate refresh; empty if the page has a preview title. */
  refresh: string;
}

const TITLE_MAX = 120;
const DESCRIPTION_MAX = 240;
const IMAGE_URL_MAX = 2000;
/** Of several pictures one may be of use. */
const VALUES_MAX = 10;

/** Fields by the names under which pages give them, the best first. */
const NAMES = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
};

/** Elements whose text is no markup, and how it is read. */
const TEXT_ELEMENTS = new Map<string, Tokenizer['state']>([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);

const shown = (text: string, max: number): string =>
  isBlank(text) ? '' : excerpt(text.replace(/\s+/g, ' '), max);

/** Names that pages also give in their body. */
const IN_BODY = /^(?:og|twitter):/;

/** Pictures that no reader gets, since they may hold scripts: pages name them beside others. */
const DRAWING = /\.svgz?$/i;
const DRAWING_TYPE = /\bsvg\b/i;

/** A refresh without a delay that a reader would notice. */
const REFRESH = /^\s*[0-2](?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;

const httpUrl = (address: string, base: string): string => {
  const url = address === '' ? null : URL.parse(address, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : '';
};

const attributeOf = (tag: Token.TagToken, name: string) =>
  tag.attrs.find((attribute) => attribute.name === name)?.value.trim() ?? '';

const ignore = () => undefined;
/** A reader of tokens that knows which elements contain no markup. */
function createTokenizer(handlers: Pick<TokenHandler, 'onStartTag'> & Partial<TokenHandler>): Tokenizer {
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onEndTag: ignore,
      onCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onNullCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      ...handlers,
      onStartTag: (tag) => {
        handlers.onStartTag(tag);
        tokenizer.state = TEXT_ELEMENTS.get(tag.tagName) ?? tokenizer.state;
      },
    },
  );
  return tokenizer;
}

/** Characters read in one turn of the event loop: a few milliseconds. */
const SLICE = 32 * 1024;

/** Reads the facts of an HTML page in slices, so that a long page holds up no request. */
export async function readPage(text: string, address: string): Promise<PageFacts> {
  const reader = createFactReader(address);
  for (let at = 0; at < text.length; at += SLICE) {
    reader.write(text.slice(at, at + SLICE));
    await setImmediate();
  }
  return reader.end();
}

/**
 * Finds title, description and picture of an HTML page, of Open Graph, Twitter or plain HTML. It reads tokens and
 * builds no tree, so that no page takes more than linear time.
 * @param address of the page, for relative addresses in it
 */
export function createFactReader(address: string) {
  /** The first values of each name. */
  const metas = new Map<string, string[]>();
  let heading = '';
  let base = '';
  let refresh = '';
  let inTitle = false;
  let inBody = false;
  let inNoscript = false;
  let drawings = 0;
  const note = (tag: Token.TagToken) => {
    const content = attributeOf(tag, 'content');
    if (content === '') return;
    // Browsers with scripts ignore the one of <noscript>.
    if (refresh === '' && !inNoscript && attributeOf(tag, 'http-equiv').toLowerCase() === 'refresh')
      refresh = (REFRESH.exec(content) ?? []).slice(1).find(Boolean)?.trim() ?? '';
    for (const name of (attributeOf(tag, 'property') || attributeOf(tag, 'name'))
      .toLowerCase()
      .split(/\s+/)) {
      if (name === 'og:image:type' && DRAWING_TYPE.test(content)) metas.get('og:image')?.pop();
      const values = metas.get(name) ?? [];
      if (values.length < VALUES_MAX && (!inBody || IN_BODY.test(name)))
        metas.set(name, [...values, content]);
    }
  };
  const add = ({ chars }: Token.CharacterToken) => {
    if (inTitle && heading.length < 2 * TITLE_MAX) heading += chars;
  };
  const tokenizer = createTokenizer({
    onStartTag: (tag) => {
      if (tag.tagName === 'meta') note(tag);
      if (tag.tagName === 'base') base ||= attributeOf(tag, 'href');
      if (tag.tagName === 'noscript') inNoscript = true;
      if (tag.tagName === 'body') inBody = true;
      if (tag.tagName === 'svg' && !tag.selfClosing) drawings += 1;
      // A drawing may have titles too. The page's own counts in its body as well, as in browsers.
      inTitle = tag.tagName === 'title' && heading === '' && drawings === 0;
    },
    onEndTag: ({ tagName }) => {
      inTitle = false;
      if (tagName === 'noscript') inNoscript = false;
      if (tagName === 'svg' && drawings > 0) drawings -= 1;
    },
    onCharacter: add,
    onWhitespaceCharacter: add,
  });

  return {
    write: (slice: string): void => tokenizer.write(slice, false),
    end(): PageFacts {
      tokenizer.write('', true);
      const at = httpUrl(base, address) || address;
      const first = (names: readonly string[], read: (value: string) => string) =>
        names
          .flatMap((name) => metas.get(name) ?? [])
          .map(read)
          .find((value) => value !== '') ?? '';
      const title = (value: string) => shown(value, TITLE_MAX);
      const picture = (value: string) => {
        const url = httpUrl(value, at);
        return url.length > IMAGE_URL_MAX || DRAWING.test(url.replace(/[?#].*/, '')) ? '' : url;
      };
      const named = first(NAMES.title, title);
      return {
        title: named || title(heading),
        description: first(NAMES.description, (value) => shown(value, DESCRIPTION_MAX)),
        image: first(NAMES.image, picture),
        refresh: named === '' ? httpUrl(refresh, at) : '',
      };
    },
  };
}

const CHARSET = /charset\s*=\s*(?:["']\s*)?([\w:.-]{1,40})/i;
const XML_ENCODING = /^<\?xml\s[^>]{0,200}?encoding\s*=\s*["']\s*([\w:.-]{1,40})/i;
const HEAD_END = /<(?:\/head|body)\b/i;

/** Whether a page that did not end has all of its head, which describes it. */
export const hasHead = (bytes: Buffer): boolean => HEAD_END.test(bytes.toString('latin1'));

/** The encoding that a tag declares: by itself, or as the media type that a header would be. */
function charsetOf(tag: Token.TagToken): string | undefined {
  const [content, http] = [attributeOf(tag, 'content'), attributeOf(tag, 'http-equiv')];
  const isType = /^content-type$/i.test(http) || /^text\/html\s*;/i.test(content);
  return (
    /^[\w:.-]{1,40}/.exec(attributeOf(tag, 'charset'))?.[0] ??
    (isType ? CHARSET.exec(content)?.[1] : undefined)
  );
}

/** Finds the encoding that a page declares; words of its comments, scripts and texts declare none. */
function declaredIn(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1');
  let name = XML_ENCODING.exec(text)?.[1];
  let inBody = false;
  const tokenizer = createTokenizer({
    onStartTag: (tag) => {
      inBody ||= tag.tagName === 'body';
      if (tag.tagName === 'meta' && !inBody) name ??= charsetOf(tag);
    },
    onEndTag: ({ tagName }) => {
      inBody ||= tagName === 'head';
    },
  });
  for (let at = 0; at < text.length && name === undefined && !inBody; at += SLICE)
    tokenizer.write(text.slice(at, at + SLICE), false);
  // It was readable as ASCII.
  return name?.replace(/^utf-16.*/i, 'utf-8');
}

/** Returns `undefined` for an unknown name. */
function decoderOf(name: string | undefined) {
  try {
    return name === undefined ? undefined : new TextDecoder(name);
  } catch {
    return undefined;
  }
}

/** Whether at most half of what is not ASCII is broken: pages cut their own texts within characters. */
const isUtf8 = (text: string): boolean => {
  const characters = text.replace(/\p{ASCII}+/gu, '');
  const broken = characters.split('\ufffd').length - 1;
  return broken <= characters.length - broken;
};

/**
 * Decodes a page as browsers do: by its byte order mark, its header, or its head; without any as UTF-8, or as
 * Windows-1252 if it is none.
 * @param type the header Content-Type
 * @param bytes may end within a character
 */
export function decodePage(bytes: Buffer, type: string): string {
  const mark = bytes.subarray(0, 3).toString('hex');
  const marked =
    (mark === 'efbbbf' && 'utf-8') ||
    (mark.startsWith('feff') && 'utf-16be') ||
    (mark.startsWith('fffe') && 'utf-16le') ||
    undefined;
  const decoder =
    decoderOf(marked ?? /;\s*charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(type)?.[1]) ??
    decoderOf(declaredIn(bytes));
  if (decoder !== undefined) return decoder.decode(bytes, { stream: true });
  const text = new TextDecoder().decode(bytes, { stream: true });
  return isUtf8(text) ? text : new TextDecoder('windows-1252').decode(bytes);
}
