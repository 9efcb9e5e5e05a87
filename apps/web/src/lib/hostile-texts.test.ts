import { exportedReaders } from '@social-feed/contracts/testing/exported-readers';
import {
  expectLinear,
  ifValid,
  LENGTH,
  namesIn,
  namesOf,
  type Reader,
} from '@social-feed/contracts/testing/hostile-texts';
import { expect, it } from 'vitest';
import { fill, instanceOf } from '../../server/filled-page';
import { inLanguage, manifestInLanguage, type PageLanguage } from '../../server/in-language';
import { chooseLanguage, ENGLISH } from '../../server/languages';
import { pageKind } from '../../server/page-kinds';
import { hasAccess, mayRenew } from '../../server/renewal';
import { feedAddress } from '../../server/shared-pages';
import { contactHref } from './contact-href';
import { foldedText, mayFold, probablyFolds, unfoldedText } from './fold-text';
import { gradientOf, initialsOf, truncate } from './format';
import { parseStored } from './json';
import { languageList, languageName } from './language-names';
import { leftOf, lengthOf, tooLong } from './length';
import { lineDirections } from './line-directions';
import { localeFor } from './locale';
import { otpDigits } from './otp-digits';
import { returnPathOf, safeReturnPath } from './return-to';
import { splitAtCommas } from './separators';
import { serifOf } from './serif';
import { MINUTE } from './time';
import { kindOf, tooBig, uploadProblem } from './upload/upload-rules';
import { wholeNumber } from './whole-number';
import { allOf, anyOf, listOf } from './words/list';
import { labelled, withAside } from './words/labelled';
import { quoted } from './words/quoted';

const SOURCES = ['apps/web/src/lib', 'apps/web/server'];
/** Files of which every exported function is a reader, whatever it takes first. */
const WHOLE = ['filled-page', 'renewal', 'languages', 'return-to'];

const GERMAN: PageLanguage = { code: 'de', at: '/l/de' };
const fileNamed = (name: string) => ({ name, type: '', size: 1 });
const PAGE = '<html lang="en"><script src="/theme.js"></script><div id="root"></div>';
const escaped = (text: string) => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const headOf = (text: string) => PAGE.replace('</', `<meta name="instance" content="${escaped(text)}" /></`);

/** Readers of others' texts, by file and name. */
const READERS: Record<string, Reader> = {
  'contact-href.contactHref': [contactHref, '', 'https://'],
  'fold-text.probablyFolds': [probablyFolds, '', '\n'],
  'fold-text.mayFold': [mayFold, '', '\n'],
  'fold-text.foldedText': [foldedText, '', '\n'],
  'fold-text.unfoldedText': [unfoldedText, '', '\n', '\n\n'],
  'format.gradientOf': [gradientOf, ''],
  'format.initialsOf': [initialsOf, '', 'a '],
  'format.truncate': [(text) => truncate(text, 280), '', 'a, '],
  'json.parseStored': [(text) => parseStored(text, (value): value is unknown => value !== null, 0), '', '"'],
  'language-names.languageName': [ifValid(languageName), '', 'de-'],
  'language-names.languageList': [ifValid((text) => languageList([text])), ''],
  'length.lengthOf': [lengthOf, ''],
  'length.tooLong': [(text) => tooLong(text, 5), ''],
  'length.leftOf': [(text) => leftOf(text, 5), ''],
  'line-directions.lineDirections': [lineDirections, '', '\n', 'א\n'],
  'list.allOf': [(text) => allOf([text, text]), ''],
  'list.anyOf': [(text) => anyOf([text, text]), ''],
  'list.listOf': [(text) => listOf([text, text]), ''],
  'locale.localeFor': [ifValid((text) => localeFor([text])), '', 'en-'],
  'otp-digits.otpDigits': [otpDigits, '', '٣'],
  'labelled.labelled': [(text) => labelled(text, text), ''],
  'quoted.quoted': [quoted, ''],
  'labelled.withAside': [(text) => withAside(text, text), ''],
  'return-to.safeReturnPath': [(text) => safeReturnPath(text), '', '/', '/i/account', 'https://'],
  'return-to.returnPathOf': [(from) => returnPathOf({ from }), '', '/'],
  'separators.splitAtCommas': [splitAtCommas, '', ','],
  'serif.serifOf': [serifOf, ''],
  'upload-rules.kindOf': [(text) => kindOf(fileNamed(text)), '', '.jpg'],
  'upload-rules.uploadProblem': [(text) => uploadProblem(fileNamed(text)), '', '.jpg'],
  'upload-rules.tooBig': [(text) => tooBig(fileNamed(text)), '', '.jpg'],
  'whole-number.wholeNumber': [(text) => wholeNumber(text, 5), '', '1', '٣'],

  'filled-page.instanceOf': [
    ifValid((text) => instanceOf({ text: headOf(text), type: 'text/html' })),
    '',
    '{"name":"',
  ],
  'filled-page.fill': [(text) => fill(PAGE, { text }, { markup: text, preload: text }, { text }), ''],
  'in-language.inLanguage': [(text) => inLanguage(headOf(text), GERMAN), ''],
  'in-language.manifestInLanguage': [
    (name) => manifestInLanguage(JSON.stringify({ name, description: name }), GERMAN),
    '',
  ],
  'languages.chooseLanguage': [
    (text) => chooseLanguage({ 'accept-language': text, cookie: text }, [ENGLISH, GERMAN], 'en'),
    '',
    'de;q=0.',
    'language=',
  ],
  'page-kinds.pageKind': [
    (text) => pageKind(text),
    '/',
    '/p/',
    '/c/',
    '/ada',
    '/search?q=',
    '/search?q=%23',
    '/?',
  ],
  'renewal.hasAccess': [hasAccess, '', ';', 'sf_access=', '; __Host-'],
  'renewal.mayRenew': [
    (cookie) => mayRenew({ cookie, 'sec-purpose': cookie }),
    '',
    ';',
    'sf_refresh=a',
    'sf_refresh=a; ',
  ],
  'shared-pages.feedAddress': [feedAddress, '/', '/tag/', '/ada', '/sitemap-2026'],
};

/** Exported functions that take a text first, or whatever the whole files above have, and are not tried, by the reason. */
const OTHERS: Record<string, string[]> = {
  'times of the service': [
    'ago: formatCommentTime timeAgo',
    'format: formatAge formatFullTime formatPostTime',
    'moment: formatMoment formatSuspensionEnd',
    'server-clock: noteServerTime',
    'utc-day: formatUtcDay',
  ],
  'hand a text on as it is': [
    'copy-text: copyLink copyText',
    'dialogs: showAlert showCopy showText',
    'json: writeText',
  ],
  'names and messages of the app, ids of the service': [
    'answers: inLanguage',
    'choose: chooseLanguage',
    'dialogs: showCollect showLikers showWhy',
    'early: takeArrived',
    'focus: focusIfLost',
    'format: compactIn',
    'in-one-tab: inOneTab',
    'json: forgetRefused namesStored readStored readText writeStored',
    'kept-language: keepLanguage',
    'language-names: languageChoices',
    'press: usePress',
    'security-events: factorName',
    'serif: coveredIn',
    'unsaved-drafts: noteSaved useIsUnsaved',
    'use-answer: useAnswer',
    'use-close: isReachedWithin',
    'use-media-query: useMediaQuery useScreenQuery',
    'use-stored: keepStored useStored',
    'webauthn: keepPasskeys',
  ],
  'addresses of pictures, which the browser reads': ['draw-picture: drawPicture', 'sides-of: sidesOf'],
  'files and addresses of the host': [
    'built-files: createFiles',
    'in-language: manifestIn',
    'languages: readLanguages',
    'page-answers: askApi',
    'precompress: precompress',
    'public-entry: writePublicEntry',
    'renewal: renew',
    'shared-pages: builtManifest',
  ],
};

it(
  'tries every exported reader of texts, or has a reason',
  () => {
    expect([...namesOf(READERS), ...namesIn(OTHERS)].sort()).toEqual(exportedReaders(SOURCES, WHOLE).sort());
  },
  MINUTE,
);

it.each(Object.entries(READERS))(
  'reads long texts of any shape in linear time: %s',
  async (_name, reader) => expectLinear(reader, LENGTH),
  30 * MINUTE,
);
