import { t } from '@lingui/core/macro';
import { listOf } from '../../../../lib/words/list';
import { withAside } from '../../../../lib/words/labelled';
import { quoted } from '../../../../lib/words/quoted';
import { asRecord } from '../../../../lib/json';
import { truncate } from '../../../../lib/format';
import { pickOne, UnusableAnswer, type FeatureId, type FeatureResult, type Random } from './feature-result';
import { JOURNEYS, SOUNDS, type Suggestion } from './suggestions';
import { sentences } from '../../../../lib/words/sentences';

/** Maximum text length of a meal or a film, in characters (A §9). */
const SHOWN_MAX = 150;
/** Maximum text length accepted from a service, in characters. The supported services send less. */
const TEXT_MAX = 1200;

type Fields = Record<string, unknown>;

/** The value if it is a list, otherwise an empty list. */
const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The value as one line of plain text without control characters, or an empty string. Numbers count as text. */
const textOf = (value: unknown): string => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return '';
  return value
    .slice(0, 2 * TEXT_MAX)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX);
};

/** The value if it is an https URL without credentials. */
const httpsOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
};

type Found = Omit<FeatureResult, 'feature' | 'shareUrl'>;

/** Throws unless all required texts are present. */
const need = (...texts: string[]): void => {
  if (texts.includes('')) throw new UnusableAnswer('no-field');
};

const sentence = (text: string): string => (text === '' || /[.!?…]$/.test(text) ? text : `${text}.`);
/** For texts of the services, which are English. */
const joined = (...texts: string[]): string => texts.filter((text) => text !== '').join(' ');
const withImage = (found: Found, image: unknown): Found => {
  const imageUrl = httpsOf(image);
  return imageUrl === undefined ? found : { ...found, imageUrl };
};
const searchFor = (text: string): string => `https://duckduckgo.com/?q=${encodeURIComponent(text)}`;

const joke = (answer: Fields): Found => {
  const [title, content] = [textOf(answer['setup']), textOf(answer['punchline'])];
  need(title, content);
  return { title, content, redirectUrl: searchFor(title) };
};

const quote = (answer: Fields): Found => {
  const [text, author] = [textOf(answer['quote']), textOf(answer['author'])];
  need(text);
  const title = author || t({ message: 'Unknown', comment: 'In place of the author of a quote.' });
  return {
    title,
    content: quoted(text),
    redirectUrl: `https://en.wikiquote.org/wiki/Special:Search?search=${encodeURIComponent(title)}`,
  };
};

const fact = (answer: Fields): Found => {
  const content = textOf(answer['text']);
  need(content);
  return { title: t`Did you know?`, content, redirectUrl: searchFor(content) };
};

/** The service's fields are named `strMeal` etc.; A §7.5 uses the plain names. */
const recipe = (answer: Fields): Found => {
  const meal = asRecord(itemsOf(answer['meals'])[0]);
  const field = (name: string, plain: string) => textOf(meal[name] ?? meal[plain]);
  const title = field('strMeal', 'name');
  need(title);
  const kind = joined(field('strArea', 'area'), field('strCategory', 'category'));
  const content = truncate(joined(sentence(kind), field('strInstructions', 'instructions')), SHOWN_MAX);
  const id = field('idMeal', 'id');
  const redirectUrl = /^\d+$/.test(id)
    ? `https://www.themealdb.com/meal/${id}`
    : searchFor(t({ message: `${title} recipe`, comment: 'Words to search the web for.' }));
  return withImage({ title, content, redirectUrl }, meal['strMealThumb'] ?? meal['thumbnail']);
};

const book = (answer: Fields, random: Random): Found => {
  const work = asRecord(pickOne(itemsOf(answer['works']), random));
  const title = textOf(work['title']);
  need(title);
  const authors = itemsOf(work['authors'])
    .map((author) => textOf(asRecord(author)['name']))
    .filter((name) => name !== '');
  const year = textOf(work['first_publish_year']);
  const key = textOf(work['key']);
  const cover = textOf(work['cover_id'] ?? work['cover_i']);
  const content = sentences(
    authors.length > 0 ? t`By ${listOf(authors.slice(0, 3))}.` : t`By an unknown author.`,
    /^\d{1,4}$/.test(year) ? t`First published in ${year}.` : '',
  );
  return withImage(
    {
      title,
      content,
      redirectUrl: /^\/works\/\w+$/.test(key) ? `https://openlibrary.org${key}` : searchFor(title),
    },
    /^\d+$/.test(cover) ? `https://covers.openlibrary.org/b/id/${cover}-M.jpg` : undefined,
  );
};

const movie = (answer: unknown, random: Random): Found => {
  const film = asRecord(pickOne(itemsOf(answer), random));
  const name = textOf(film['title']);
  need(name);
  const year = /\d{4}/.exec(textOf(film['releaseDate']))?.[0];
  const rating = textOf(film['imdbRating']);
  const content = truncate(
    sentences(rating === '' ? t`An animated film.` : t`Rated ${rating} on IMDb.`, textOf(film['plot'])),
    SHOWN_MAX,
  );
  return withImage(
    {
      title: year === undefined ? name : withAside(name, year),
      content,
      redirectUrl: `https://www.imdb.com/find/?q=${encodeURIComponent(name)}`,
    },
    film['posterURL'],
  );
};

/** Picks an entry of a built-in list. The service's list must not be empty, but its content is ignored. */
const drawn = (answer: unknown[], list: readonly Suggestion[], random: Random): Found => {
  pickOne(answer, random);
  const { title, content, url } = pickOne(list, random);
  return { title, content, redirectUrl: url };
};

/**
 * Converts a service's response to plain text and https URLs.
 * @throws UnusableAnswer if required content is missing
 */
export const toResult = (feature: FeatureId, answer: unknown, random: Random): FeatureResult => {
  const fields = asRecord(answer);
  const makers: Record<FeatureId, () => Found> = {
    joke: () => joke(fields),
    quote: () => quote(fields),
    fact: () => fact(fields),
    recipe: () => recipe(fields),
    book: () => book(fields, random),
    movie: () => movie(answer, random),
    travel: () => drawn(itemsOf(answer), JOURNEYS, random),
    music: () => drawn(itemsOf(fields['products']), SOUNDS, random),
  };
  const found = makers[feature]();
  return { feature, ...found, shareUrl: found.redirectUrl };
};
