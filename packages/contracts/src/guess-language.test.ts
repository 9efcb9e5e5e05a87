import { describe, expect, it } from 'vitest';
import { guessLanguage } from './guess-language.js';

describe('guessLanguage', () => {
  it.each([
    ['en', 'The first snow of the year, and nobody in the park but us.'],
    ['de', 'Heute gibt es endlich wieder frisches Brot aus dem Ofen.'],
    ['fr', 'Le premier café du matin au bord de la mer.'],
    ['es', 'Por fin es viernes y hace sol en toda la ciudad.'],
    ['pt', 'Finalmente choveu esta noite e o jardim agradece.'],
    ['it', 'Finalmente una giornata di sole dopo tanta pioggia.'],
    ['ru', 'Первый снег в этом году, и в парке никого нет.'],
    ['uk', 'Перший сніг цього року, і в парку нікого немає.'],
    ['ar', 'أول ثلج هذا العام ولا أحد في الحديقة سوانا.'],
    ['fa', 'اولین برف امسال آمد و هیچ کس در پارک نیست.'],
    ['hi', 'इस साल की पहली बर्फ़ और पार्क में कोई नहीं है।'],
  ])('knows %s: %s [B13-2]', async (language, text) => {
    expect(await guessLanguage(text)).toBe(language);
  });

  it.each([
    ['ja', '今日は雪'],
    ['ja', 'ラーメンとbeer'],
    ['zh', '今年的第一场雪来得很早'],
    ['ko', '안녕'],
    ['he', 'בוקר טוב'],
    ['el', 'Καλημέρα'],
    ['th', 'สวัสดี'],
    ['ka', 'გამარჯობა'],
    ['ta', 'வணக்கம்'],
  ])('knows %s by its script alone: %s [B13-2]', async (language, text) => {
    expect(await guessLanguage(text)).toBe(language);
  });

  it.each([
    '',
    '🙂🙂',
    '12:30',
    'Berlin',
    'lol',
    'IMG_2034.jpg',
    '東京',
    'α + β',
    'Café 2026',
    '#snow #winter #firstsnow #photography #morning',
    '@nilay_demir https://example.org/the-first-snow-of-the-year',
    'Salju pertama tahun ini dan taman kosong sekali.',
    '123456 / 789 — 50 % · €',
  ])('says nothing about %j [B13-2]', async (text) => {
    expect(await guessLanguage(text)).toBeNull();
  });

  it('looks past addresses, names and tags', async () => {
    const text =
      'https://example.org/le-premier-cafe @francoise #cafe Heute gibt es endlich wieder frisches Brot.';
    expect(await guessLanguage(text)).toBe('de');
  });

  it('reads only the beginning of a long text', async () => {
    const text = 'The first snow of the year. '.repeat(80) + '今日は雪です。'.repeat(10_000);
    expect(await guessLanguage(text)).toBe('en');
  });
});
