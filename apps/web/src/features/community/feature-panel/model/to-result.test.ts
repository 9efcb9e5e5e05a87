import { describe, expect, it } from 'vitest';
import { UnusableAnswer, type FeatureId } from './feature-result';
import { JOURNEYS, SOUNDS } from './suggestions';
import { toResult } from './to-result';

const first = () => 0;
const last = () => 0.9999;

const meal = {
  idMeal: '52772',
  strMeal: 'Teriyaki Casserole',
  strArea: 'Japanese',
  strCategory: 'Chicken',
  strInstructions: 'Preheat the oven. '.repeat(40),
  strMealThumb: 'https://www.themealdb.com/images/media/meals/1.jpg',
};

describe('toResult (A §7.5)', () => {
  it('reads jokes, quotes and facts [A7.5-1 A7.5-2 A7.5-3]', () => {
    expect(toResult('joke', { id: 1, setup: 'Why?', punchline: 'Because.' }, first)).toMatchObject({
      title: 'Why?',
      content: 'Because.',
    });
    expect(toResult('quote', { id: 1, quote: 'Be kind.', author: 'Ada' }, first)).toMatchObject({
      title: 'Ada',
      content: '“Be kind.”',
    });
    expect(toResult('fact', { text: 'Honey keeps.' }, first)).toMatchObject({ content: 'Honey keeps.' });
  });

  it('reads a meal, up to 150 characters, with the service’s field names or the plain ones [A3-22 A7.5-4 A7.5-10 A9-28]', () => {
    const result = toResult('recipe', { meals: [meal] }, first);
    expect(result).toMatchObject({
      title: 'Teriyaki Casserole',
      redirectUrl: 'https://www.themealdb.com/meal/52772',
      imageUrl: 'https://www.themealdb.com/images/media/meals/1.jpg',
    });
    expect(result.content).toMatch(/^Japanese Chicken\. Preheat the oven\./);
    expect(result.content.length).toBeLessThanOrEqual(150);
    expect(result.content.endsWith('…')).toBe(true);
    const plain = { name: 'Soup', area: 'Irish', category: 'Starter', instructions: 'Stir.', id: 3 };
    expect(toResult('recipe', { meals: [plain] }, first)).toMatchObject({
      title: 'Soup',
      content: 'Irish Starter. Stir.',
      redirectUrl: 'https://www.themealdb.com/meal/3',
    });
  });

  it('picks a book from the list [A7.5-5]', () => {
    const works = [
      {
        title: 'Emma',
        authors: [{ name: 'Jane Austen' }],
        first_publish_year: 1815,
        key: '/works/OL1W',
        cover_id: 9,
      },
      { title: 'Nameless', authors: [], key: 'javascript:alert(1)' },
    ];
    expect(toResult('book', { works }, first)).toEqual({
      feature: 'book',
      title: 'Emma',
      content: 'By Jane Austen. First published in 1815.',
      redirectUrl: 'https://openlibrary.org/works/OL1W',
      shareUrl: 'https://openlibrary.org/works/OL1W',
      imageUrl: 'https://covers.openlibrary.org/b/id/9-M.jpg',
    });
    const other = toResult('book', { works }, last);
    expect(other).toMatchObject({ title: 'Nameless', content: 'By an unknown author.' });
    expect(other.redirectUrl).toMatch(/^https:\/\//);
    expect(other).not.toHaveProperty('imageUrl');
  });

  it('picks a film, up to 150 characters [A7.5-6 A7.5-10]', () => {
    const film = {
      title: 'Up',
      releaseDate: '2009-05-29',
      imdbRating: 8.3,
      plot: 'x'.repeat(400),
      posterURL: 'https://img.example/up.jpg',
    };
    const result = toResult('movie', [film], first);
    expect(result).toMatchObject({ title: 'Up (2009)', imageUrl: 'https://img.example/up.jpg' });
    expect(result.content).toMatch(/^Rated 8\.3 on IMDb\. x+…$/);
    expect(result.content).toHaveLength(150);
    expect(toResult('movie', [{ title: 'Bambi' }], first)).toMatchObject({
      title: 'Bambi',
      content: 'An animated film.',
    });
  });

  it('picks places and sounds from the built-in lists [A7.5-9]', () => {
    expect(toResult('travel', [{ name: 'Somebody' }], first).title).toBe(JOURNEYS[0]?.title);
    expect(toResult('music', { products: [{ title: 'Mascara' }] }, last).title).toBe(SOUNDS.at(-1)?.title);
  });

  it.each<[FeatureId, unknown]>([
    ['joke', { setup: 'Only half' }],
    ['joke', null],
    ['quote', { quote: ['a list'], author: {} }],
    ['fact', 'a text'],
    ['recipe', { meals: null }],
    ['recipe', { meals: [{}] }],
    ['book', { works: [] }],
    ['book', { works: [{ title: '  ' }] }],
    ['movie', { message: 'moved' }],
    ['movie', []],
    ['travel', { error: true }],
    ['music', []],
  ])('rejects a %s response without the required fields: %j', (feature, answer) => {
    expect(() => toResult(feature, answer, first)).toThrow(UnusableAnswer);
  });

  it('treats text as plain text and accepts only https URLs [A3-22]', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const result = toResult(
      'movie',
      [{ title: `${hostile}\u202e\u0000`, plot: hostile, posterURL: 'javascript:alert(1)' }],
      first,
    );
    expect(result.title).toBe(hostile);
    expect(result).not.toHaveProperty('imageUrl');
    for (const posterURL of [
      'http://plain.example/a.jpg',
      'data:image/png;base64,AA',
      'https://u:p@a.example/',
      '//a',
      7,
    ])
      expect(toResult('movie', [{ title: 'Up', posterURL }], first)).not.toHaveProperty('imageUrl');
    const escape = toResult('joke', { setup: '"><script>&x=1#', punchline: 'y'.repeat(9000) }, first);
    expect(escape.redirectUrl).toBe('https://duckduckgo.com/?q=%22%3E%3Cscript%3E%26x%3D1%23');
    expect(escape.content.length).toBeLessThanOrEqual(1200);
  });
});

describe('the built-in lists', () => {
  it('link only to https URLs', () => {
    for (const { url, title, content } of [...JOURNEYS, ...SOUNDS]) {
      expect(url).toMatch(/^https:\/\/en\.(wikivoyage|wikipedia)\.org\/wiki\/\S+$/);
      expect(title.length * content.length).toBeGreaterThan(0);
    }
  });
});
