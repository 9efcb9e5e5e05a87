import { expect, it } from 'vitest';
import { inLanguage, type PageLanguage } from './in-language.js';
import { chooseLanguage, ENGLISH } from './languages.js';

const of = (code: string): PageLanguage => ({ code, at: `/l/${code}-1` });
const LANGUAGES = [
  ENGLISH,
  of('de'),
  of('pt-BR'),
  of('zh-Hans'),
  of('zh-Hant'),
  { ...of('ar'), dir: 'rtl' as const },
];

it.each([
  ['sf_language=ar; a=b', 'de', 'pt-BR', 'ar'],
  ['sf_language=xx', 'de', 'pt-BR', 'de'],
  ['', 'de-AT,en;q=0.9', 'en', 'de'],
  ['', 'en-GB,de;q=0.9', 'de', 'en'],
  ['', 'de;q=0.5, fr, pt;q=0.8', 'en', 'pt-BR'],
  ['', 'pt-PT', 'en', 'pt-BR'],
  ['', 'zh-TW', 'en', 'zh-Hant'],
  ['', 'zh', 'en', 'zh-Hans'],
  ['', 'de;q=0, fr', 'ar', 'ar'],
  ['', '*', 'de', 'de'],
  ['', 'not a language, ?, ;;', 'none', 'en'],
  ['a=sf_language=de', '', '', 'en'],
])('chooses by cookie %j, browser %j and host %j: %s [B47-3]', (cookie, accepted, host, expected) => {
  const headers = { cookie, 'accept-language': accepted };
  expect(chooseLanguage(headers, LANGUAGES, host).code).toBe(expected);
});

it('writes language, direction and scripts into a page, and leaves English as it is [B47-4]', () => {
  const page = `<!doctype html><html lang="en"><head><title>lang="en"</title><link rel="icon" href="/favicon.svg">
<script src="/theme.js"></script><script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor-2.js"><link rel="stylesheet" href="/assets/style-3.css">`;
  expect(inLanguage(page, ENGLISH)).toBe(page);
  expect(inLanguage(page, { code: 'ar', at: '/l/ar-1', dir: 'rtl' })).toBe(
    page
      .replace('<html lang="en">', '<html lang="ar" dir="rtl" data-words="/l/ar-1">')
      .replace('/assets/index-1.js', '/l/ar-1/assets/index-1.js')
      .replace('/assets/vendor-2.js', '/l/ar-1/assets/vendor-2.js'),
  );
});
