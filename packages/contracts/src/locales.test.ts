import { expect, it } from 'vitest';
import { firstLocale, LOCALES, wantedLocales } from './locales.js';

it.each([
  [{}, undefined],
  [{ 'accept-language': '*' }, undefined],
  [{ 'accept-language': 'tlh, pt;q=0.5, de-AT;q=0.8' }, 'de'],
  [{ 'accept-language': 'zh-TW' }, 'zh-Hant'],
  [{ 'accept-language': 'iw' }, 'he'],
  [{ 'accept-language': 'de', cookie: 'a=b; sf_language=ar' }, 'ar'],
  [{ 'accept-language': 'de', cookie: 'sf_language=xx' }, 'de'],
])('%j asks for %s', (headers, locale) => {
  expect(firstLocale(wantedLocales(headers), LOCALES)).toBe(locale);
});
