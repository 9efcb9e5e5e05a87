import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from './testing/processor-time.js';
import { hashtagAtEnd, hashtagsOf, isHashtag, tagKey, withoutSign } from './hashtags.js';

const tagsOf = (text: string) => hashtagsOf(text).map(({ tag }) => tag);

describe('hashtagsOf', () => {
  it.each([
    ['#Garten, #été2 and #日本語', ['Garten', 'été2', '日本語']],
    ['#e\u0301te\u0301 #snake_case #foo‿bar', ['e\u0301te\u0301', 'snake_case', 'foo‿bar']],
    // full-width and small signs (UTS #31)
    ['＃タグ ﹟小', ['タグ', '小']],
    // the emoji form of the sign, as phone keyboards write it
    ['#\ufe0fhello ＃\ufe0fタグ #\ufe0etext', ['hello', 'タグ', 'text']],
    // joiners that change how letters look
    ['#نرم\u200cافزار', ['نرم\u200cافزار']],
    ['#می\u200cخواهم،', ['می\u200cخواهم']],
    ['#कृष्\u200dण #क्\u200dषत्रिय', ['कृष्\u200dण', 'क्\u200dषत्रिय']],
    ['#ශ්\u200dරීලංකා', ['ශ්\u200dරීලංකා']],
    ['#অ্\u200cযা', ['অ্\u200cযা']],
    ['#അവന്\u200d', ['അവന്\u200d']],
    // middle dots between letters
    ['#il·lusió #col·lecció·', ['il·lusió', 'col·lecció']],
    ['#スター・ウォーズ・', ['スター・ウォーズ']],
    ['#one·#two', ['one', 'two']],
    ['#רמב״ם #בית־ספר #བོད་ཡིག་', ['רמב״ם', 'בית־ספר', 'བོད་ཡིག']],
    // wave dashes that draw out a vowel
    [
      '#トロピカル～ジュ #トロピカル〜ジュ #あ〜 #東京〜#大阪',
      ['トロピカル～ジュ', 'トロピカル〜ジュ', 'あ', '東京', '大阪'],
    ],
    ['#ジャン゠ポール', ['ジャン゠ポール']],
    // emoji end a tag and cannot start one
    ['😀#tag😀 ❤️#two❤️ #three1️⃣', ['tag', 'two', 'three1\ufe0f']],
  ])('finds in %j: %j', (text, tags) => expect(tagsOf(text)).toEqual(tags));

  it.each([
    'word#twice &#39; ##twice a/#b @#c ＃＃d',
    '#1 #123 #１２ #½ #',
    '#️⃣tag',
    '#\ufe0f #\ufe0f#\ufe0fd a#\ufe0fb #\ufe0f\ufe0fe',
    `#${'x'.repeat(31)}`,
    '#·dot',
    '# tag',
  ])('finds none in %j', (text) => expect(tagsOf(text)).toEqual([]));

  it.each([
    ['#a\u200db', 'a'],
    ['#نرم\u200c', 'نرم'],
    ['#tag\u200ctag', 'tag'],
    ['#tag\u00adtag', 'tag'],
    ['#क\u200dष', 'क'],
  ])('ends a tag at an invisible character without effect: %j', (text, tag) =>
    expect(tagsOf(text)).toEqual([tag]),
  );

  it.each(['#', '#a', '#·', '#a·', 'न्\u200d', '#क्', '\u200c', 'ا\u0651'])(
    'parses 50,000 characters of %j within the time limit',
    (bit) => {
      const text = `#${bit.repeat(50_000 / bit.length)}`;
      const parse = () => {
        hashtagsOf(text);
        tagKey(text);
      };
      expect(processorTime(parse)).toBeLessThan(1000);
    },
  );
});

describe('hashtagAtEnd', () => {
  it.each([
    ['A #ga', 'ga', 2],
    ['＃タ', 'タ', 0],
    ['#نرم\u200cا', 'نرم\u200cا', 0],
    ['#il·l', 'il·l', 0],
    ['#20', '20', 0],
    ['A #\ufe0fga', 'ga', 2],
  ])('finds in %j: %j', (text, tag, index) => expect(hashtagAtEnd(text)).toEqual({ tag, index }));

  it.each(['', '#', 'a#b', '##b', '#done ', `#${'x'.repeat(31)}`])('finds none in %j', (text) =>
    expect(hashtagAtEnd(text)).toBeNull(),
  );
});

describe('withoutSign', () => {
  it.each([
    ['#tag', 'tag'],
    [' ##tag ', 'tag'],
    ['#\ufe0ftag', 'tag'],
    ['#\ufe0f #\ufe0etag', 'tag'],
    // the emoji of a key
    ['#️⃣', '\ufe0f\u20e3'],
  ])('makes %j %j', (text, tag) => expect(withoutSign(text)).toBe(tag));
});

describe('tagKey', () => {
  it.each([
    [['İzmir', 'IZMIR', 'izmir', '#izmir', '＃izmir', '﹟ İZMİR', 'ızmır', '#\ufe0fizmir'], 'izmir'],
    [['Straße', 'STRASSE', 'STRAẞE', 'straſſe'], 'strasse'],
    [['ΟΔΟΣ', 'οδος', 'οδοσ'], 'οδοσ'],
    [['Ｂirds ', '##BIRDS', 'bi\u200brds', 'b\u00adirds', 'birds\u202e', 'birds\ufe0f'], 'birds'],
    [['e\u0301te\u0301', 'ÉTÉ'], 'été'],
    [['a  b', 'A\u3000b'], 'a b'],
    // a virama and dots in any order: after two dots the joiner is too far from the virama to be visible
    [['σ\u0307\u0307\u094d\u200d', 'σ\u094d\u0307\u0307\u200d'], 'σ\u094d\u0307\u0307'],
    [['ǰ\u0307\u094d\u200d', 'ǰ\u094d\u0307\u200d', 'j\u030c\u094d\u0307\u200d'], 'ǰ\u094d\u0307\u200d'],
    [['نرم\u200cافزار'], 'نرم\u200cافزار'],
    [['\u200c\u200d', '#\u200b', ' # '], ''],
  ])('maps each of %j to %j', (tags, key) => {
    for (const tag of tags) expect(tagKey(tag)).toBe(key);
  });

  it('keeps diacritics', () => expect(tagKey('Été')).not.toBe(tagKey('ete')));

  it('is the same for every case and normal form of a tag, and for a key', () => {
    const anyText = fc.oneof(
      fc
        .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
        .map((codes) => String.fromCodePoint(...codes)),
      fc.string({
        unit: fc.constantFrom(...Array.from('#＃iİıIßẞςσΣ\u0307\u0345ǰŉﬁ\u200c\u200dन्ا·क')),
        maxLength: 12,
      }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const key = tagKey(text);
        expect(tagKey(key)).toBe(key);
        expect(tagKey(text.normalize('NFD'))).toBe(key);
        expect(tagKey(`#${text}`)).toBe(key);
      }),
      { numRuns: 300 },
    );
  });

  it('does not begin with a sign that may only stand between two characters', () => {
    expect(tagsOf('#～a #·a #\ufe0f～a #\ufe0f·a')).toEqual([]);
  });

  it('is the same for a tag found in a text and for the tag alone', () => {
    const unit = fc.constantFrom(...Array.from('aİßनम्\u200d\u200cاب·・～〜־_1é\u0301😀 #\ufe0f'));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        for (const { tag } of hashtagsOf(`#${text}`)) {
          expect(isHashtag(tag)).toBe(true);
          expect(tagKey(tag)).not.toBe('');
          expect(tagsOf(`#${tag}`)).toEqual([tag]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
