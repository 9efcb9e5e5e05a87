import { tagKey } from '@social-feed/contracts/hashtags';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableTag } from './readable-tag.js';

it.each([
  ['ㅋㅋㅋ', 'ㅋㅋㅋ'],
  ['ㅠㅠ', 'ㅠㅠ'],
  ['ㄳ', 'ㄳ'],
  ['ﾡﾢ', 'ㄱㄲ'],
  ['재밌다ㅋㅋ', '재밌다ㅋㅋ'],
  ['한글', '한글'],
  ['Café', 'café'],
  // letters of old Korean join
  ['\u1112\u119e\u11ab', '\u1112\u119e\u11ab'],
  ['\uac00\u11f0', '\uac00\u11f0'],
])('writes the tag %j as %j', (tag, readable) => expect(readableTag(tagKey(tag))).toBe(readable));

it('writes a tag that has the same key', () => {
  const unit = fc.constantFrom(...Array.from('ㄱㅏㅋㅠㄳ가각ᄀᆞᆨᅡaé_1'));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const key = tagKey(text);
      expect(tagKey(readableTag(key))).toBe(key);
    }),
  );
});
