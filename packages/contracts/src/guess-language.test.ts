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
    ['ja', '緊急事態宣言解除、来週月曜再開予定'],
    ['ja', '東京都渋谷区神南一丁目'],
    ['ja', '本日営業時間変更'],
    ['ja', '新年会開催決定'],
    ['ja', '國學院大學のキャンパス'],
    ['zh', '我们今天去公园'],
    ['zh', '今天天氣很好'],
    ['zh', '明天下午三点开会'],
    ['zh', '這是我的第一篇文章'],
    ['zh', '优の良品开业了欢迎你们'],
    ['zh', '我哋今日去公園行下'],
  ])(
    'knows Japanese and Chinese by letters that one of them lacks: %s: %s [B34-9]',
    async (language, text) => {
      expect(await guessLanguage(text)).toBe(language);
    },
  );

  it.each([
    '来週土曜',
    '中国人民大学教授',
    '國學院大學渋谷',
    'Биылғы алғашқы қар, саябақта ешкім жоқ',
    'Энэ жилийн анхны цас, цэцэрлэгт хэн ч алга',
    'Быел беренче кар яуды, паркта беркем дә юк',
    'Првиот снег оваа година и никој во паркот',
    'سږکال لومړۍ واوره اورېدلې ده',
    'یەکەم بەفری ئەمساڵ و کەس لە پارک نییە',
    'بۇ يىل تۇنجى قار ياغدى، باغچىدا ھېچكىم يوق',
    'هن سال جي پهرين برف باري ۽ پارڪ ۾ ڪوبه ناهي',
    'यस वर्षको पहिलो हिउँ र पार्कमा कोही छैन',
    'एह साल के पहिला बरफ आ पार्क में केहू नइखे',
    'এই বছৰৰ প্ৰথম বৰফ আৰু পাৰ্কত কোনো নাই',
    'דער ערשטער שניי פון יאָר און קיינער איז נישט אין פּאַרק',
    'ናይዚ ዓመት ናይ መጀመርታ በረድ',
    'μῆνιν ἄειδε θεὰ Πηληϊάδεω Ἀχιλῆος',
  ])('says nothing where languages share a script and none is clear: %s [B34-9]', async (text) => {
    expect(await guessLanguage(text)).toBeNull();
  });

  it.each([
    ['sr', 'Први снег ове године и никога у парку'],
    ['bg', 'Първият сняг тази година и никой в парка'],
    ['be', 'Першы снег у гэтым годзе, і ў парку нікога няма'],
    ['ur', 'اس سال کی پہلی برف باری اور پارک میں کوئی نہیں'],
    ['mr', 'या वर्षाचा पहिला बर्फ आणि उद्यानात कोणीही नाही'],
    ['bn', 'এই বছরের প্রথম তুষার এবং পার্কে কেউ নেই'],
    ['ru', 'Вчера Зеленський приехал в Берлин и встретился с канцлером, пишут газеты.'],
  ])('knows %s beside others of its script: %s [B34-9]', async (language, text) => {
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
