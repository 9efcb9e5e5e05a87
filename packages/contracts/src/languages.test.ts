import { describe, expect, it } from 'vitest';
import { cursorFeed } from './feed.js';
import { languageList, writtenLanguage } from './language-fields.js';
import { languagesOf, languageTag } from './languages.js';
import { LANGUAGES_MAX } from './limits.js';
import { createPostBody } from './posts.js';

describe('languageTag', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['iw', 'he'],
    ['deu', 'de'],
    ['nb', 'no'],
    ['nn', 'no'],
    ['haw', 'haw'],
  ])('turns %s into %s', (given, tag) => {
    expect(languageTag(given)).toBe(tag);
  });

  it.each(['', 'e', 'en-GB', 'english', 'e1', 'und', 'é!', '<b'])('rejects %j', (given) => {
    expect(languageTag(given)).toBeUndefined();
  });
});

it('languagesOf keeps each language of the locales once, in order', () => {
  expect(languagesOf(['de-AT', 'en-GB', 'en', 'nb-NO', '*', 'zh-Hant-TW'])).toEqual(['de', 'en', 'no', 'zh']);
});

describe('the language of a host', () => {
  it.each([
    ['en', 'en'],
    [' pt-br ', 'pt-BR'],
    ['ZH-hant', 'zh-Hant'],
    ['zh-Hant-TW', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['iw', 'he'],
  ])('takes %j as %s', (given, tag) => {
    expect(writtenLanguage.parse(given)).toBe(tag);
  });

  it.each(['', 'e', 'english', 'und', 'en_GB', 'en-', 'en-x-a', 'de-1996', 'pt-BR-pt', '<b'])(
    'refuses %j',
    (given) => {
      expect(writtenLanguage.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
        'Language must be a code such as en or pt-BR',
      ]);
    },
  );
});

describe('the language of a post', () => {
  it('is optional, may be unknown, and is reduced to its current tag [B13-1]', () => {
    expect(createPostBody.parse({})).toEqual({});
    expect(createPostBody.parse({ language: null })).toEqual({ language: null });
    expect(createPostBody.parse({ language: 'IW' })).toEqual({ language: 'he' });
  });

  it.each(['', 'en-GB', 'english', 'x'.repeat(1000), 7, ['en'], { $gt: '' }])('cannot be %j', (language) => {
    expect(createPostBody.safeParse({ language }).success).toBe(false);
  });
});

describe('a list of languages', () => {
  const distinct = Array.from({ length: 26 }, (_, index) => `a${String.fromCodePoint(97 + index)}`);

  it('holds each once, at most twenty', () => {
    expect(languageList.parse(['en', 'EN', 'iw', 'he'])).toEqual(['en', 'he']);
    expect(languageList.parse([])).toEqual([]);
    expect(languageList.safeParse(distinct.slice(0, LANGUAGES_MAX)).success).toBe(true);
    expect(languageList.safeParse(distinct).success).toBe(false);
  });

  it('is parsed from a query [B13-6]', () => {
    const parse = (languages: unknown) => cursorFeed.query.safeParse({ languages });
    expect(parse('en,FR,en').data?.languages).toEqual(['en', 'fr']);
    expect(parse('').data?.languages).toBeUndefined();
    expect(parse(undefined).data?.languages).toBeUndefined();
    for (const refused of ['en,', 'en;fr', 'en-GB', ['en', 'fr'], distinct.join(','), 'en,'.repeat(500)])
      expect(parse(refused).success, String(refused).slice(0, 20)).toBe(false);
  });
});
