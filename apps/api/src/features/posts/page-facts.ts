import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { excerpt } from '../../platform/text.js';

/** The description in a page's head: texts of one line, absolute addresses. A missing one is empty. */
export interface PageFacts {
  title: string;
  description: string;
  image: string;
}

const TITLE_MAX = 120;
const DESCRIPTION_MAX = 240;
const IMAGE_URL_MAX = 2000;

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

/** Reorders text around it, which could make it read like another. */
const BIDI_CONTROLS = /\p{Bidi_Control}/gu;
const shown = (text: string, max: number): string =>
  excerpt(text.replace(BIDI_CONTROLS, '').replace(/\s+/g, ' '), max);

/**
 * Reads title, description and picture of an HTML page, of Open Graph, Twitter or plain HTML. It reads tokens and
 * builds no tree, so that no page takes more than linear time.
 * @param address of the page, for relative addresses in it
 */
export function readPage(text: string, address: string): PageFacts {
  const metas = new Map<string, string>();
  let heading = '';
  let inTitle = false;
  const note = (tag: Token.TagToken) => {
    const of = (name: string) => tag.attrs.find((attribute) => attribute.name === name)?.value ?? '';
    const name = (of('property') || of('name')).trim().toLowerCase();
    const content = of('content').trim();
    if (name !== '' && content !== '' && !metas.has(name)) metas.set(name, content);
  };
  const ignore = () => undefined;
  const add = ({ chars }: Token.CharacterToken) => {
    if (inTitle && heading.length < 2 * TITLE_MAX) heading += chars;
  };
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (tag) => {
        if (tag.tagName === 'meta') note(tag);
        // The rest of the page has no description.
        if (tag.tagName === 'body') tokenizer.pause();
        // A drawing in the page may have titles too, but after the page's.
        inTitle = tag.tagName === 'title' && heading === '';
        tokenizer.state = TEXT_ELEMENTS.get(tag.tagName) ?? tokenizer.state;
      },
      onEndTag: () => {
        inTitle = false;
      },
      onCharacter: add,
      onWhitespaceCharacter: add,
      onNullCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  );
  tokenizer.write(text, true);

  const first = (names: readonly string[]) =>
    names.map((name) => metas.get(name)).find((value) => value) ?? '';
  const image = URL.parse(first(NAMES.image), address);
  const isPicture = image !== null && /^https?:$/.test(image.protocol) && image.href.length <= IMAGE_URL_MAX;
  return {
    title: shown(first(NAMES.title) || heading, TITLE_MAX),
    description: shown(first(NAMES.description), DESCRIPTION_MAX),
    image: first(NAMES.image) !== '' && isPicture ? image.href : '',
  };
}

const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i;
/** How far browsers look for it. */
const CHARSET_WITHIN = 1024;

/**
 * Decodes a page as browsers do: by its byte order mark, its header, or its first bytes; without any as UTF-8, or as
 * Windows-1252 if it is none.
 * @param type the header Content-Type
 * @param bytes may end within a character
 */
export function decodePage(bytes: Buffer, type: string): string {
  const mark = bytes.subarray(0, 3).toString('hex');
  const named =
    (mark === 'efbbbf' && 'utf-8') ||
    (mark.startsWith('feff') && 'utf-16be') ||
    (mark.startsWith('fffe') && 'utf-16le') ||
    /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(type)?.[1] ||
    META_CHARSET.exec(bytes.toString('latin1', 0, CHARSET_WITHIN))?.[1]?.replace(/^utf-16.*/i, 'utf-8');
  for (const [label, fatal] of [
    [named, false],
    ['utf-8', true],
  ] as const) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label, { fatal }).decode(bytes, { stream: true });
    } catch {
      // an unknown name, or another encoding
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}
