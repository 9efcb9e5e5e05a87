import { expect, it } from 'vitest';
import { firstLocale, LOCALES, wantedLocales } from './locales.js';

it.each([
  [{}, undefined],
  [{ 'accept-language': '*' }, undefined],
  [{ 'accept-language': 'tlh, pt;q=0.5, de-AT;q=0.8' }, 'de'],
  [{ 'accept-language': 'zh-TW' }, 'zh-Hant'],
  [{ 'accept-language': 'zh-MO' }, 'zh-Hant'],
  [{ 'accept-language': 'yue-HK, en' }, 'zh-Hant'],
  [{ 'accept-language': 'zh-yue' }, 'zh-Hant'],
  [{ 'accept-language': 'wuu, en' }, 'zh-Hans'],
  [{ 'accept-language': 'nan-Hant-TW' }, 'zh-Hant'],
  [{ 'accept-language': 'zh-cmn-Hans-CN' }, 'zh-Hans'],
  [{ 'accept-language': 'de_AT, en;q=0.5' }, 'de'],
  [{ 'accept-language': 'es-ES_tradnl' }, 'es'],
  [{ 'accept-language': 'hi-Latn, en;q=0.5' }, 'en'],
  [{ 'accept-language': 'en;Q=0.1, de;Q=0.9' }, 'de'],
  [{ 'accept-language': 'iw' }, 'he'],
  [{ 'accept-language': 'de', cookie: 'a=b; sf_language=ar' }, 'ar'],
  [{ 'accept-language': 'de', cookie: 'sf_language=xx' }, 'de'],
])('%j asks for %s', (headers, locale) => {
  expect(firstLocale(wantedLocales(headers), LOCALES)).toBe(locale);
});
