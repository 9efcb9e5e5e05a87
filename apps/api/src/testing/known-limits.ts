import * as contracts from '@social-feed/contracts';

/** The limits of the contracts that count what an account or the host has, and what tests them here. */
export const COUNTS: Record<string, string> = {
  'PEOPLE_LIMITS.mutedMax': 'muted words',
  'PEOPLE_LIMITS.followsMax': 'follows',
  'PEOPLE_LIMITS.blocksMax': 'blocks',
  'REGISTRATION_LIMITS.refusalsMax': 'refused values',
  'REGISTRATION_LIMITS.invitationsMax': 'invitations',
  'COLLECTION_LIMITS.perUser': 'collections',
  'COLLECTION_LIMITS.postsMax': 'posts of a collection',
  'API_TOKEN_LIMITS.perUser': 'API tokens',
  'FACTOR_LIMITS.passkeys': 'passkeys',
  'DRAFT_LIMITS.perUser': 'drafts',
  'DRAFT_LIMITS.scheduledPerUser': 'scheduled posts',
  'UPLOAD_LIMITS.personBytes': 'bytes of uploads',
  'REPORT_LIMITS.notesMax': 'notes of a case',
};

/** The limits that count nothing that is stored for an account or the host, by what they are. */
const OTHERS: Record<string, string[]> = {
  'lengths of texts': [
    'ACCOUNT_LIMITS: nameMin nameMax userNameMin userNameMax emailMax passwordMin passwordMax resetPasswordMin otpLength bioMax urlMax',
    'POST_LIMITS: titleMax descriptionMax tagMax locationMax altMax contentWarningMax mediaBytesMax',
    'COMMENT_LIMITS: bodyMax',
    'PEOPLE_LIMITS: mutedWordMin mutedWordMax',
    'COLLECTION_LIMITS: nameMax',
    'SEARCH_LIMITS: queryMax',
    'REPORT_LIMITS: textMax noteMax',
    'BOARD_LIMITS: locationMax interestMax',
    'API_TOKEN_LIMITS: nameMax',
    'FACTOR_LIMITS: nameMax codeMax',
    'SECURITY_LOG_LIMITS: detailMax',
    'REGISTRATION_LIMITS: sentenceMin sentenceMax valueMax',
    'ADMIN_LIMITS: reasonMax',
    'APPEAL_LIMITS: textMax',
    'OAUTH_DETAILS_MAX',
    'RULE_MAX',
  ],
  'entries of one body, which its schema checks': [
    'POST_LIMITS: tagsMax imagesMax videosMax',
    'BOARD_LIMITS: interestsMax',
    'PEOPLE_LIMITS: changesMax',
    'UPLOAD_LIMITS: filesMax',
    'REGISTRATION_LIMITS: refusalsAtOnce usesMax',
    'LANGUAGES_MAX',
    'BATCH_VIEWS_MAX',
  ],
  'of one file': [
    'PICTURE_SIDE_MAX',
    'UPLOAD_LIMITS: imageBytes videoBytes posterBytes imagePixels avifPixels animationPixels animationFrames animationWidth clipSeconds',
  ],
  'what answers have': [
    'PEOPLE_LIMITS: page pageMax suggested',
    'SEARCH_LIMITS: pageMax peoplePage peoplePageMax tagsPage tagsPageMax',
    'REPORT_LIMITS: page pageMax reportsShown historyShown textsShown',
    'BOARD_LIMITS: bookmarksMax',
    'SECURITY_LOG_LIMITS: page pageMax',
    'REGISTRATION_LIMITS: page pageMax namedMax',
    'ADMIN_LIMITS: figuresDaysMax',
    'APPEAL_LIMITS: page pageMax',
    'EXPIRY_LIMITS: countedMax',
    'NOTIFICATION_LIMITS: page pageMax named unreadMax waitingMax',
    'ANALYTICS_VIEWS_MAX',
    'WAITING_MAX',
  ],
  'what the service keeps at most, where the oldest goes': [
    'FORMER_TEXTS_MAX',
    'NOTIFICATION_LIMITS: entries kept',
    'REPORT_LIMITS: wordsMax',
    'FACTOR_LIMITS: recoveryCodes',
    'SECURITY_LOG_LIMITS: entriesMax',
  ],
  times: [
    'COMMENT_LIMITS: closeAfterMax editableFor',
    'NOTIFICATION_LIMITS: days',
    'DRAFT_LIMITS: daysAhead',
    'EXPIRY_LIMITS: daysMin daysMax',
    'REPORT_LIMITS: undoFor',
    'API_TOKEN_LIMITS: daysMax daysDefault',
    'FACTOR_LIMITS: confirmedFor',
    'SECURITY_LOG_LIMITS: days',
    'REGISTRATION_LIMITS: applicationDays invitationDaysMax invitationDaysDefault refusalDaysMax',
    'ADMIN_LIMITS: suspensionDaysMax',
    'APPEAL_LIMITS: keptDays',
    'VIEW_DURATION_MAX_SECONDS',
  ],
};

/** Names of all limits of the contracts. */
export function limitsOfContracts(): string[] {
  const isLimit = ([name]: [string, unknown]) => /_LIMITS$|_MAX(_SECONDS)?$/.test(name);
  return Object.entries(contracts)
    .filter(isLimit)
    .flatMap(([name, value]: [string, unknown]) => {
      if (typeof value === 'number') return [name];
      return typeof value === 'object' && value ? Object.keys(value).map((key) => `${name}.${key}`) : [];
    });
}

/** Names of the limits of `OTHERS`. */
export const OTHER_LIMITS = Object.values(OTHERS)
  .flat()
  .flatMap((line) => {
    const [name, keys] = line.split(': ');
    return keys === undefined ? [line] : keys.split(' ').map((key) => `${name}.${key}`);
  });
