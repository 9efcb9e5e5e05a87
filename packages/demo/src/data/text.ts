import { fill, sentenceCase } from './grammar.js';
import { phrasebooks } from './languages/index.js';
import type { Random } from './random.js';
import shared from './topics/shared.json' with { type: 'json' };
import { topics } from './topics/index.js';
import type { Language, MediaItem, TopicName } from './types.js';
import { TOPICS } from './types.js';

/** Length of a text. */
export type Length = 'tiny' | 'short' | 'medium' | 'long' | 'essay';

/** Maximum length of a text in characters (a description is limited to 5,000; the rest is for the sentence about its picture). */
const ESSAY_LIMIT = 4_850;

const LENGTHS: readonly (readonly [Length, number])[] = [
  ['tiny', 18],
  ['short', 35],
  ['medium', 30],
  ['long', 14],
  ['essay', 3],
];

export const drawLength = (random: Random): Length => random.weighted(LENGTHS);

/** Writes sentences in one language about one topic, never using a pattern twice in one text. */
interface Writer {
  readonly gap: string;
  opener(): string;
  middle(): string | undefined;
  closer(): string;
  tiny(): string;
  emoji(): string;
}

/** What separates sentences in a language. */
export const gapOf = (language: Language): string => (language === 'en' ? ' ' : phrasebooks[language].gap);

/** Returns a function that draws patterns in random order until none are left. */
function deck(random: Random, patterns: readonly string[]): () => string | undefined {
  const order = random.sample(patterns, patterns.length);
  return () => order.pop();
}

/** Replaces "a" with "an" before a vowel from a slot. */
const fixArticles = (text: string): string =>
  text.replace(/\b([Aa]) (?=[aeiou](?!ni|ne |uro))/g, (_, article: string) => `${article}n `);

/**
 * Adds a lead such as "Honestly, the soup …". Only before statements that start with a plain word, which is
 * lower-cased.
 */
function withLead(sentence: string, lead: string): string {
  const start =
    /^(The|It|There|We|I|My|Nobody|Everybody|Everyone|You|They|None|Somebody|Someone|On|At|For) /.exec(
      sentence,
    );
  if (!start || sentence.endsWith('?')) return sentence;
  return start[1] === 'I'
    ? `${lead}, ${sentence}`
    : `${lead}, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

function englishWriter(topic: TopicName, random: Random, common: readonly string[] = shared.middles): Writer {
  const own = topics[topic];
  const say = (pattern: string): string =>
    fixArticles(sentenceCase(fill(pattern, random, own.slots, shared.slots)));
  const middles = deck(random, own.middles);
  const nextCommon = deck(random, common);
  const openers = deck(random, own.openers);
  return {
    gap: ' ',
    opener: () => say(openers() ?? random.pick(own.openers)),
    middle: () => {
      const pattern = random.chance(0.12)
        ? (nextCommon() ?? middles())
        : (middles() ?? nextCommon() ?? openers());
      if (pattern === undefined) return undefined;
      return random.chance(0.3) ? withLead(say(pattern), say(random.pick(shared.leads))) : say(pattern);
    },
    closer: () => say(random.pick(random.chance(0.6) ? own.closers : shared.closers)),
    tiny: () =>
      random
        .sample(own.tiny, random.chance(0.3) ? 2 : 1)
        .map(say)
        .join(' '),
    emoji: () => random.pick(own.emoji),
  };
}

function foreignWriter(language: Exclude<Language, 'en'>, topic: TopicName, random: Random): Writer {
  const book = phrasebooks[language];
  const say = (pattern: string): string => sentenceCase(fill(pattern, random, book.slots));
  const about = book.about[topic];
  if (!about) throw new Error(`Nothing is written in ${language} about ${topic}`);
  const openers = deck(random, about);
  const middles = deck(random, book.middles);
  return {
    gap: book.gap,
    opener: () => say(openers() ?? random.pick(about)),
    middle: () => {
      const pattern = random.chance(0.35) ? (openers() ?? middles()) : (middles() ?? openers());
      return pattern === undefined ? undefined : say(pattern);
    },
    closer: () => say(random.pick(book.closers)),
    tiny: () =>
      random
        .sample(about, random.chance(0.35) ? 2 : 1)
        .map(say)
        .join(book.gap),
    emoji: () => random.pick(topics[topic].emoji),
  };
}

const writerOf = (language: Language, topic: TopicName, random: Random): Writer =>
  language === 'en' ? englishWriter(topic, random) : foreignWriter(language, topic, random);

function paragraph(writer: Writer, sentences: number): string {
  const parts: string[] = [];
  while (parts.length < sentences) {
    const next = writer.middle();
    if (next === undefined) break;
    parts.push(next);
  }
  return parts.join(writer.gap);
}

/** Writes a long post. When the first writer has no sentences left, the second one continues. */
function essay(writer: Writer, aside: Writer | undefined, random: Random): string {
  const closer = writer.closer();
  const headings = deck(random, aside ? shared.longLinks : []);
  let text = `${writer.opener()}${writer.gap}${paragraph(writer, 2)}`;
  const parts = random.int(5, 17);
  for (let k = 0; k < parts; k += 1) {
    const sentences = random.int(3, 6);
    const body = paragraph(writer, sentences) || (aside ? paragraph(aside, sentences) : '');
    if (body === '') break;
    const heading = k % 2 === 1 ? headings() : undefined;
    const next = heading === undefined ? `\n\n${body}` : `\n\n${heading}\n${body}`;
    if (text.length + next.length + closer.length + 2 > ESSAY_LIMIT) break;
    text += next;
  }
  return `${text}\n\n${closer}`;
}

/**
 * Writes a text about a topic, 1 to 5,000 characters, with paragraphs separated by an empty line. Depends only on
 * the random stream.
 */
export function writeText(language: Language, topic: TopicName, length: Length, random: Random): string {
  const writer = writerOf(language, topic, random);
  const withEmoji = (text: string): string =>
    random.chance(0.28) ? `${text} ${writer.emoji()}${random.chance(0.2) ? writer.emoji() : ''}` : text;
  switch (length) {
    case 'tiny':
      return withEmoji(writer.tiny());
    case 'short': {
      const opener = writer.opener();
      const tail = random.chance(0.5) ? (writer.middle() ?? writer.closer()) : writer.closer();
      return withEmoji(opener + writer.gap + tail);
    }
    case 'medium': {
      const opener = writer.opener();
      const text = `${opener}${writer.gap}${paragraph(writer, random.int(2, 4))}`;
      return withEmoji(
        random.chance(0.6) ? text + (random.chance(0.4) ? '\n\n' : writer.gap) + writer.closer() : text,
      );
    }
    case 'long': {
      const opener = writer.opener();
      const paragraphs = Array.from({ length: random.int(2, 3) }, () => paragraph(writer, random.int(2, 5)));
      const body = paragraphs.filter((part) => part !== '').join('\n\n');
      return withEmoji(`${opener}${writer.gap}${body}\n\n${writer.closer()}`);
    }
    case 'essay':
      return language === 'en'
        ? essay(
            writer,
            englishWriter(random.pick(TOPICS.filter((other) => other !== topic)), random, []),
            random,
          )
        : essay(writer, undefined, random);
  }
}

/** Returns a sentence that says what an unexpected picture or clip has to do with the topic, or `undefined`. */
export function writeCaption(
  language: Language,
  topic: TopicName,
  media: readonly MediaItem[],
  random: Random,
): string | undefined {
  for (const { genre, kind } of media) {
    const key = kind === 'video' ? `${genre} clip` : genre;
    const own = topics[topic].pictures?.[key];
    const caption = own && (language === 'en' ? random.pick(own) : phrasebooks[language].pictures[key]);
    if (caption) return caption;
  }
  return undefined;
}

/** Writes a title of at most 150 characters. */
export function writeTitle(language: Language, topic: TopicName, random: Random): string {
  if (language !== 'en') {
    const book = phrasebooks[language];
    return sentenceCase(fill(random.pick(book.titles), random, book.slots));
  }
  const own = topics[topic];
  return fixArticles(sentenceCase(fill(random.pick(own.titles), random, own.slots, shared.slots)));
}
