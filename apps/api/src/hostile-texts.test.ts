import { runInThisContext } from 'node:vm';
import * as contracts from '@social-feed/contracts';
import { foldName, foldText, markForms } from '@social-feed/contracts/fold-text';
import { guessLanguage } from '@social-feed/contracts/guess-language';
import { hashtagAtEnd, hashtagsOf, isHashtag, tagKey, withoutSign } from '@social-feed/contracts/hashtags';
import { partText } from '@social-feed/contracts/linked-text';
import { mentionAtEnd, mentionsOf } from '@social-feed/contracts/mentions';
import { mutedBy, mutedKey, wordsAsWritten } from '@social-feed/contracts/words';
import { expect, it } from 'vitest';
import { userNameIdeas } from './identity/oauth/profile.js';
import { createFactReader, decodePage } from './outward/link-cards/page-facts.js';
import { wordsIn } from './content/posts/word-reports.js';
import { canonicalValue } from './community/registration/refusal-values.js';
import { deviceName } from './identity/sessions/device-name.js';
import { peopleQuery, personTerms } from './community/users/people-terms.js';
import { addressKey } from './platform/http/client-address.js';
import { containsUrl } from './platform/mail/layout.js';
import { searchPhrase, searchTerms, termsFilter } from './platform/search-terms.js';
import { escapeMarkup, excerpt, oneLine } from './platform/text.js';
import { MINUTE } from './platform/time.js';
import { runs } from './testing/runs.js';

/** Length of the texts. */
const LENGTH = runs(2 ** 18, 2 ** 20);

/** What hostile texts repeat. Marks of one class only: sorting others is native, and callers bound its texts. */
const SHAPES = {
  spaces: ' ',
  letters: 'a',
  marks: '\u0301',
  joiners: 'न्\u200d\u200c',
  signs: '#@',
  labels: 'a.1-',
  quotes: `"'`,
  addresses: 'https://',
  elements: '<meta charset=',
  ideographs: '漢a',
};

/** Readers of others' texts, and beginnings after which a shape meets another part of their expressions. */
const READERS: Record<string, [read: (text: string) => unknown, ...beginnings: string[]]> = {
  'page facts': [
    (text) => {
      const reader = createFactReader('https://a.example/');
      reader.write(text);
      return reader.end();
    },
    '',
    '<title>',
    '<meta http-equiv=refresh content="0',
    '<meta property="og:title" content="',
  ],
  'character encodings of pages': [
    (text) => decodePage(Buffer.from(text, 'latin1'), ''),
    '',
    '<meta charset',
    '<meta charset=',
    '<meta charset="',
    '<?xml version="1.0" encoding=',
  ],
  'character encodings in headers': [(text) => decodePage(Buffer.from('a'), text), '', '; charset='],
  'links, tags and mentions': [partText, '', '#', '@', 'https://', 'https://a.example/', 'a1'],
  'links behind a run of characters': [(text) => partText(`a${text}http://`), ''],
  tags: [hashtagsOf, '', '#a'],
  'a tag that is being typed': [hashtagAtEnd, '', '#a'],
  'whole tags': [isHashtag, '', 'a'],
  'tag keys': [tagKey, '', '#'],
  'signs of tags': [withoutSign, ''],
  mentions: [mentionsOf, '', '@a'],
  'a mention that is being typed': [mentionAtEnd, '', '@a'],
  languages: [guessLanguage, ''],
  'stored texts': [contracts.plainText, ''],
  'blank texts': [contracts.isBlank, ''],
  'ends of texts': [contracts.trimUnseen, ''],
  'one-line texts': [oneLine, ''],
  excerpts: [(text) => excerpt(text, 240), ''],
  'texts in markup': [escapeMarkup, ''],
  'mail addresses': [contracts.looksLikeEmail, '', 'a@'],
  'mail addresses in sign-in': [contracts.canonicalEmail, '', 'a@'],
  'former mail addresses': [contracts.mayBeEmail, '', 'a@'],
  'web addresses': [contracts.isHttpAddress, '', 'https://', 'https://a.example/'],
  pictures: [contracts.imageAsJpeg, '', '/media/'],
  names: [foldName, ''],
  'names from providers': [(fullName) => [...userNameIdeas({ fullName })], ''],
  'folded texts': [foldText, ''],
  'forms without marks': [markForms, ''],
  'search terms': [(text) => searchTerms([text], 500), ''],
  searches: [termsFilter, ''],
  'searches for a beginning': [searchPhrase, ''],
  'addresses in mails': [containsUrl, '', 'a.'],
  'addresses of callers': [addressKey, '', '[', '1.2.3'],
  'refused addresses': [(text) => canonicalValue('mail-address', text), '', 'a+', 'a@'],
  'user agents': [deviceName, '', 'Version/'],
};

/** Readers that divide texts several times, of texts with a limit far below a megabyte. */
const READERS_OF_SHORT: typeof READERS = {
  words: [wordsAsWritten, ''],
  'muted words': [
    (text) => mutedBy([{ word: 'a b' }, { word: '#c' }])({ title: '', description: text, tags: [] }),
    '',
    '#',
  ],
  'keys of muted words': [(word) => mutedKey({ word }), '', '#'],
  'words that report': [(text) => wordsIn({ title: text, description: '', tags: [] }, ['a b']), ''],
  'names of members': [(text) => personTerms({ userName: text, fullName: text }), ''],
  'searches for members': [peopleQuery, '', '@'],
};

/**
 * A bound of work, as processor time, because the clock also counts what others do on a busy machine. In the long form
 * what takes linear time needs less than a second, what takes quadratic time more than a hundred; in the short form
 * these are a quarter and more than six. The end on the clock only stops it.
 */
const WORK_MAX = { processorSeconds: runs(3, 12), stopAfter: 120_000 };

/** Seconds of the processor that a call takes. It fails when it takes hopelessly long. */
function workOf(call: () => unknown): number {
  const before = process.cpuUsage();
  Object.assign(globalThis, { hostileCall: call });
  try {
    runInThisContext('hostileCall()', { timeout: WORK_MAX.stopAfter });
  } finally {
    Reflect.deleteProperty(globalThis, 'hostileCall');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

it.each([
  ...Object.entries(READERS).map((entry) => [...entry, LENGTH] as const),
  ...Object.entries(READERS_OF_SHORT).map((entry) => [...entry, 2 ** 16] as const),
])(
  'reads long texts of any shape in linear time: %s',
  (_name, [read, ...beginnings], length) => {
    for (const [shape, unit] of Object.entries(SHAPES)) {
      for (const beginning of beginnings) {
        const text = `${beginning}${unit.repeat(length / unit.length)}!`;
        const work = workOf(() => read(text));
        expect.soft(work, `${shape} behind “${beginning}”`).toBeLessThan(WORK_MAX.processorSeconds);
      }
    }
  },
  30 * MINUTE,
);
