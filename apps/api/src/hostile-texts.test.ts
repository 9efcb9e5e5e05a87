import * as contracts from '@social-feed/contracts';
import { compatible, foldLetters, foldName, foldText, markForms } from '@social-feed/contracts/fold-text';
import { guessLanguage } from '@social-feed/contracts/guess-language';
import {
  hashtagAtEnd,
  hashtagsOf,
  hasTagSign,
  isHashtag,
  tagKey,
  withoutSign,
} from '@social-feed/contracts/hashtags';
import { languagesOf, languageTag } from '@social-feed/contracts/languages';
import { namesIn as mentionedIn, partText, tagsIn } from '@social-feed/contracts/linked-text';
import { mayMention, mentionAtEnd, mentionsOf } from '@social-feed/contracts/mentions';
import { exportedReaders } from '@social-feed/contracts/testing/exported-readers';
import {
  expectLinear,
  ifValid,
  LENGTH,
  namesIn,
  namesOf,
  type Reader,
} from '@social-feed/contracts/testing/hostile-texts';
import { fold, isUnspaced, mutedBy, mutedKey, wordsAsWritten } from '@social-feed/contracts/words';
import { expect, it } from 'vitest';
import {
  canonicalValue,
  valuesForAddress,
  valuesForEmail,
  valuesForName,
} from './community/registration/refusal-values.js';
import { isUploadKey, uploadsIn } from './community/uploads/upload-address.js';
import { isAllowedHost, shownUrl } from './community/users/media-host.js';
import { peopleQuery, personTerms } from './community/users/people-terms.js';
import { loginName } from './community/users/user-store.js';
import { readableName } from './community/users/user-names.js';
import { readableEmail } from './community/users/user.presenter.js';
import { tagKeys, tagTerm } from './content/posts/post-terms.js';
import { readableTag } from './content/posts/readable-tag.js';
import { wordsIn } from './content/posts/word-reports.js';
import { readProfile, userNameIdeas } from './identity/oauth/profile.js';
import { isApiToken } from './identity/sessions/api-tokens.js';
import { deviceName } from './identity/sessions/device-name.js';
import { decodeSeedCursor } from './order/feed-order/seed-cursor.js';
import { createFactReader, decodePage, hasHead } from './outward/link-cards/page-facts.js';
import { htmlOf } from './outward/link-previews/post-html.js';
import { showcased, titleOf } from './outward/link-previews/previews.js';
import { mediaTypeOf } from './outward/link-previews/syndication.js';
import {
  addressKey,
  beginningsOfKey,
  canonicalAddress,
  isLoopback,
  networkOf,
  parseAddress,
} from './platform/http/client-address.js';
import { asValue, containsUrl } from './platform/mail/layout.js';
import { createCookies } from './platform/outbound/cookies.js';
import { isPublicAddress } from './platform/outbound/public-address.js';
import { shownHost } from './platform/outbound/shown-host.js';
import { searchPhrase, searchTerms, termsFilter } from './platform/search-terms.js';
import { equalSecrets } from './platform/seal.js';
import {
  escapeMarkup,
  excerpt,
  isolated,
  isReordering,
  oneLine,
  textMarkup,
  withoutBreaks,
  writable,
} from './platform/text.js';
import { MINUTE } from './platform/time.js';

const postOf = (description: string) =>
  ({ ...contracts.EMPTY_POST, description, user: { fullName: 'A', userName: 'a' } }) as contracts.Post;

const SOURCES = ['packages/contracts/src', 'apps/api/src'];
/** Files of which every exported function is a reader, whatever it takes first. */
const WHOLE = [
  'outbound/cookies',
  'page-facts',
  'people-terms',
  'oauth/profile',
  'refusal-values',
  'word-reports',
  'words',
];

const ADDRESSES = ['', 'https://', 'https://a.example/'];

/** Readers of others' texts, by file and name; behind a comma, what differs. */
const READERS: Record<string, Reader> = {
  'page-facts.createFactReader': [
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
  'page-facts.hasHead': [(text) => hasHead(Buffer.from(text, 'latin1')), '', '<head'],
  'page-facts.decodePage, encodings of pages': [
    (text) => decodePage(Buffer.from(text, 'latin1'), ''),
    '',
    '<meta charset',
    '<meta charset=',
    '<meta charset="',
    '<?xml version="1.0" encoding=',
  ],
  'page-facts.decodePage, encodings in headers': [
    (text) => decodePage(Buffer.from('a'), text),
    '',
    '; charset=',
  ],
  'linked-text.partText': [partText, '', '#', '@', 'https://', 'https://a.example/', 'a1'],
  'linked-text.partText, behind a run of characters': [(text) => partText(`a${text}http://`), ''],
  'linked-text.tagsIn': [tagsIn, '#'],
  'linked-text.namesIn': [mentionedIn, '@'],
  'shown-host.shownHost': [ifValid(shownHost), 'https://', 'https://xn--', 'https://a.example/'],
  'media-host.shownUrl': [shownUrl, ...ADDRESSES],
  'media-host.isAllowedHost': [ifValid((text) => isAllowedHost(['b.example'], text)), ...ADDRESSES],
  'upload-address.isUploadKey': [isUploadKey, ''],
  'upload-address.uploadsIn': [(text) => uploadsIn([text]), '', '/media/'],
  'syndication.mediaTypeOf': [mediaTypeOf, ...ADDRESSES],
  'cookies.createCookies': [
    (text) => createCookies().keep(new URL('https://a.example/'), [text]),
    '',
    'a=',
    'a=a;',
  ],
  'public-address.isPublicAddress': [isPublicAddress, '', '1.2.3', '::'],
  'hashtags.hashtagsOf': [hashtagsOf, '', '#a'],
  'hashtags.hashtagAtEnd': [hashtagAtEnd, '', '#a'],
  'hashtags.isHashtag': [isHashtag, '', 'a'],
  'hashtags.hasTagSign': [hasTagSign, ''],
  'hashtags.tagKey': [tagKey, '', '#'],
  'hashtags.withoutSign': [withoutSign, ''],
  'readable-tag.readableTag': [readableTag, '', '\u1112\u119e'],
  'post-terms.tagTerm': [tagTerm, '#'],
  'mentions.mentionsOf': [mentionsOf, '', '@a'],
  'mentions.mentionAtEnd': [mentionAtEnd, '', '@a'],
  'mentions.mayMention': [mayMention, ''],
  'guess-language.guessLanguage': [guessLanguage, ''],
  'languages.languageTag': [languageTag, '', 'en-'],
  'languages.languagesOf': [(text) => languagesOf([text]), '', 'en-'],
  'locales.firstLocale': [
    (text) => contracts.firstLocale(contracts.wantedLocales({ 'accept-language': text }), contracts.LOCALES),
    '',
    'de;',
    'de;q=0.',
    'de,',
  ],
  'visible-text.plainText': [contracts.plainText, ''],
  'visible-text.visibleText': [contracts.visibleText, ''],
  'visible-text.isBlank': [contracts.isBlank, ''],
  'visible-text.trimUnseen': [contracts.trimUnseen, ''],
  'visible-text.withoutDirectionalFormatting': [contracts.withoutDirectionalFormatting, '', '\u202e'],
  'text.oneLine': [oneLine, ''],
  'text.withoutBreaks': [withoutBreaks, ''],
  'text.isolated': [isolated, '', '\u2068', '\u2069'],
  'text.isReordering': [isReordering, ''],
  'text.textMarkup': [textMarkup, '', '\u2068', '\u2069'],
  'text.excerpt': [(text) => excerpt(text, 240), ''],
  'text.writable': [writable, ''],
  'text.escapeMarkup': [escapeMarkup, ''],
  'post-html.htmlOf': [(text) => htmlOf(postOf(text), 'https://a.example'), '\n'],
  'previews.titleOf': [(text) => titleOf({ ...postOf(''), title: text }), ''],
  'previews.showcased': [(text) => showcased(postOf(text)), ''],
  'user-names.readableName': [readableName, ''],
  'user.presenter.readableEmail': [readableEmail, 'a@', 'a@xn--'],
  'user-store.loginName': [loginName, 'a@'],
  'email.looksLikeEmail': [contracts.looksLikeEmail, '', 'a@'],
  'email.canonicalEmail': [contracts.canonicalEmail, '', 'a@'],
  'email.mayBeEmail': [contracts.mayBeEmail, '', 'a@'],
  'common.isHttpAddress': [contracts.isHttpAddress, ...ADDRESSES, 'https://xn--'],
  'media-urls.imageAsJpeg': [contracts.imageAsJpeg, '', '/media/', '/demo-media/'],
  'media-urls.imageAtWidth': [(text) => contracts.imageAtWidth(text, 320), '', '/media/', '/demo-media/'],
  'media-urls.imageSrcSet': [(text) => contracts.imageSrcSet(text, 640), '', '/media/', '/demo-media/'],
  'fold-text.foldName': [foldName, ''],
  'fold-text.foldText': [foldText, ''],
  'fold-text.foldLetters': [foldLetters, ''],
  'fold-text.compatible': [compatible, ''],
  'fold-text.markForms': [markForms, ''],
  'fold.fold': [fold, ''],
  'word-parts.isUnspaced': [isUnspaced, ''],
  'profile.userNameIdeas': [(fullName) => [...userNameIdeas({ fullName })], ''],
  'profile.readProfile': [
    (text) => readProfile('google', { sub: '1', email: text, name: text, nickname: text }),
    '',
  ],
  'profile-path.profilePath': [contracts.profilePath, ''],
  'profile-path.isLateReserved': [contracts.isLateReserved, ''],
  'reserved-names.isReservedUserName': [contracts.isReservedUserName, ''],
  'reset-strength.resetPasswordStrength': [contracts.resetPasswordStrength, ''],
  'typed-code.typedCode': [contracts.typedCode, '', '٣'],
  'typed-code.typedLinkCode': [contracts.typedLinkCode, '', '٣'],
  'search-terms.searchTerms': [(text) => searchTerms([text], 500), ''],
  'search-terms.termsFilter': [termsFilter, ''],
  'search-terms.searchPhrase': [searchPhrase, ''],
  'layout.containsUrl': [containsUrl, '', 'a.'],
  'layout.asValue': [asValue, '', 'https://', '\u05d0'],
  'client-address.addressKey': [addressKey, '', '[', '1.2.3'],
  'client-address.canonicalAddress': [canonicalAddress, '', '[', '1.2.3'],
  'client-address.beginningsOfKey': [beginningsOfKey, '', '[', '1.2.3', 'a:b'],
  'client-address.networkOf': [networkOf, '', '[', '1.2.3'],
  'client-address.parseAddress': [parseAddress, '', '[', '1.2.3'],
  'client-address.isLoopback': [isLoopback, '', '127.'],
  'refusal-values.canonicalValue': [(text) => canonicalValue('mail-address', text), '', 'a+', 'a@'],
  'refusal-values.canonicalValue, domains': [(text) => canonicalValue('mail-domain', text), '', '*.'],
  'refusal-values.canonicalValue, ranges': [(text) => canonicalValue('ip-range', text), '', '1.2.3'],
  'refusal-values.valuesForEmail': [valuesForEmail, '', 'a+', 'a@', 'a@a.'],
  'refusal-values.valuesForName': [valuesForName, ''],
  'refusal-values.valuesForAddress': [valuesForAddress, '', '1.2.3', '::'],
  'device-name.deviceName': [deviceName, '', 'Version/'],
  'device-words.deviceWords': [contracts.deviceWords, '', 'Firefox on '],
  'seed-cursor.decodeSeedCursor': [ifValid(decodeSeedCursor), ''],
  'seal.equalSecrets': [(text) => equalSecrets(text, 'a'), ''],
  'api-tokens.isApiToken': [isApiToken, ''],
};

/** Readers that divide texts several times, of texts with a limit far below a megabyte. */
const READERS_OF_SHORT: Record<string, Reader> = {
  'words.wordsAsWritten': [wordsAsWritten, ''],
  'words.mutedBy': [
    (text) => mutedBy([{ word: 'a b' }, { word: '#c' }])({ title: '', description: text, tags: [] }),
    '',
    '#',
  ],
  'words.mutedKey': [(word) => mutedKey({ word }), '', '#'],
  'word-reports.wordsIn': [(text) => wordsIn({ title: text, description: '', tags: [] }, ['a b']), ''],
  'people-terms.personTerms': [(text) => personTerms({ userName: text, fullName: text }), ''],
  'people-terms.peopleQuery': [peopleQuery, '', '@'],
  'post-terms.tagKeys': [(text) => tagKeys({ title: '', description: text, tags: [] }), '#'],
};

/** Exported functions that take a text first and are not tried, by the reason. */
const OTHERS: Record<string, string[]> = {
  'settings, pages, addresses and folders of the host': [
    'answer-headers: answerHeaders',
    'archive: createArchive writeManifest readManifest writeDocuments readDocuments',
    'backup-store: isBackupName openFolder',
    'built-page: createBuiltPage',
    'encryption: createKey readKey privateKeyIn',
    'env: listOf',
    'host-mails: testMail',
    'landing: outcomeAddress',
    'media-storage: diskStorage',
    'metrics: urlOf',
    'origin-guard: csrfGuard',
    'page-head: withInstance withHead',
    'readiness: freeBytes',
    'redis-bus: createRedisBus',
    'receive-form: createFormReader',
    'secrets: deriveSecrets masterSecret',
    'upload-address: createUploadAddresses',
    'upload-files: isUploadKey',
    'viewer: viewerPage',
    'writable-folder: incomingFolder requireWritable',
  ],
  'paths of uploads, whose bytes the tests of files try': [
    'clip-file: rewriteClip',
    'clip-source: openClip',
    'file-kind: kindOfFile',
    'image-variants: encodePoster',
    'prepare-upload: rewrittenPath',
    'rewrite-clip: rewriteClip',
  ],
  'names and messages of the service': [
    'clip-codecs: codecName',
    'clip-refusal: refuseClip',
    'errors: invalidField',
    'media-storage: mediaType',
    'note-of: noteOfSettings',
    'prepare-upload: refuse',
    'rate-limit: isNewAccount',
    'record: modelOf',
    'remote-pictures: remoteKey',
    'say: piecesIn',
    't: choiceKey inContext select translated',
    'ticket: passwordDigest',
    'times: listOf',
    'user-flag-updates: isSet',
    'inboxes.feature: unreadTopic',
  ],
  'names of fields, which become schemas': [
    'boards: httpUrlOrEmpty',
    'common: text givenTime writtenText shortText httpUrl textField',
    'language-fields: queryLanguages',
    'query-fields: queryInt queryEnum queryFlag queryText queryDay queryId',
    'time-zone: timeZone',
  ],
  'text of a form that a schema has checked': ['wall-clock: dayIn'],
  'inside the contracts, tried through partText, isHttpAddress and wordsAsWritten': [
    'addresses: addressesIn',
    'parse-url: parseUrl',
    'word-parts: partsOf',
  ],
  'checks first that a text has at most 64 characters': ['time-zone: isTimeZone'],
  'hands the text on to a reader above': [
    'comment-counts: textsOf',
    'page-facts: readPage',
    'post-terms: spellingOf writtenTags',
    'previews: shownOutside',
    'search-terms: beginningWith',
    'tag-numbers: dueTags',
    'tags: distinctTags',
    'untitled-post: untitledPost',
    'user-names: normalizeFullName',
    'word-reports: createWordReports',
    'words: mutedIn textsOf',
  ],
};

it(
  'tries every exported reader of texts, or has a reason',
  () => {
    const tried = namesOf({ ...READERS, ...READERS_OF_SHORT });
    expect([...tried, ...namesIn(OTHERS)].sort()).toEqual(exportedReaders(SOURCES, WHOLE).sort());
  },
  MINUTE,
);

it.each([
  ...Object.entries(READERS).map((entry) => [...entry, LENGTH] as const),
  ...Object.entries(READERS_OF_SHORT).map((entry) => [...entry, 2 ** 16] as const),
])(
  'reads long texts of any shape in linear time: %s',
  async (_name, reader, length) => expectLinear(reader, length),
  30 * MINUTE,
);
