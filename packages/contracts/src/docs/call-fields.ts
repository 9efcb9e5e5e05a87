import type { RouteName } from '../routes.js';
import { day, email, field, id, time, url, type OwnFields } from './field-docs.js';
import { OWN_SETTING_DOCS } from './setting-docs.js';

const QUERY = 'Words to find; letter case and accents do not count.';
const FACTOR_CODE = field('Code of the authenticator app, or a recovery code.', '123456');
const SPARE_CODES = field(
  'Ten recovery codes, which are shown once. Absent if the account had a factor before.',
  ['k7wdm-3hqxz'],
);
const INVITE_CODE = field('Code of the invitation.', 'tQ5mZ2cR8w');
const MAILED_TOKEN = field('What stands after the `#` of the mailed link.', 'eyJhbGciOiJIUzI1NiJ9');
const UNSUBSCRIBE = { token: field('From the link in the mail.', 'eyJhbGciOiJIUzI1NiJ9') };
const MAILED = field('Words for the mail to the user; may be absent.', 'Please stop posting the same link.');
const RULE = field(
  "The broken rule, one of the instance's by its text; mailed with the message.",
  'Be kind.',
);
const SUSPENSION_DAYS = field('Length of the suspension in days; without it, it has no end.', 7);
const REASON = field('Why, for the log; may be absent.', 'Spam');
const ACTOR = field(
  'Ignored unless it is another user, which is refused: the session says who acts.',
  '665f1c2ab7e4d90012a3c4d5',
);
const FEED_FORMAT = field('`atom` is Atom, `json` is JSON Feed.');
const PLACE = field('Where the user lives, in their words; empty if not told.', 'Arlington');
const CONFIRM = {
  code: FACTOR_CODE,
  passkey: field('A passkey that was used, with the options of the call before.'),
};
const SESSION_USER = { user: field('The signed-in user.') };
const NEW_FACTOR = { recoveryCodes: SPARE_CODES };

/**
 * Fields and parameters of calls outside of named schemas whose names vary, and those with another meaning than
 * elsewhere; nested ones as `owner.field`.
 */
export const CALL_FIELDS: { readonly [Name in RouteName]?: OwnFields } = {
  register: {
    ...SESSION_USER,
    password: field('At least 6 characters, with a letter and a digit.', 'correct horse 1'),
  },
  login: SESSION_USER,
  me: SESSION_USER,
  passkeySignIn: { ...SESSION_USER, passkey: field('The passkey that was used.') },
  secondFactor: { ...SESSION_USER, ...CONFIRM },
  confirmIdentity: {
    ...CONFIRM,
    password: field('Password of the account, if it has no second factor.', 'correct horse 1'),
  },
  confirmEmail: { user: field('The user with the confirmed address.') },
  applyForAccount: {
    password: field('At least 6 characters, with a letter and a digit.', 'correct horse 1'),
  },
  readInvitation: {
    code: INVITE_CODE,
    from: field('User name of the member who invites.', 'ada_l'),
    _id: id('Id of the member who invites.'),
    people: field('How many people have an account.', 1204),
  },
  createInvitation: {
    days: field('How many days it works. Without it 7; `null` is without an end.', 7),
    uses: field('How often it works, at most 100.', 5),
  },
  listInvitations: {
    by: field('Who made it; `null` if the account is gone.'),
    'by._id': id('Id of the member.'),
  },
  decideApplication: {
    decision: field('What becomes of the application.'),
    message: field('A sentence for the mail to the applicant.', 'Welcome!'),
  },
  listRefusals: { q: field('Beginning of the value.', 'spam'), kind: field('Which refusals the list has.') },
  addRefusals: {
    kind: field('What the values are.'),
    reason: field('Why, for other admins.', 'Spam'),
    days: field('How many days they are refused; without it there is no end.', 30),
  },
  emailAvailability: { email: email('The address to look for.') },
  forgotPassword: { email: email('Address of the account.') },
  changeEmail: { email: email('The new address, which gets a code.', 'ada@example.com') },
  addPasskey: {
    name: field('Name for the passkey.', 'Phone'),
    passkey: field('What `navigator.credentials.create` returned.'),
    ...NEW_FACTOR,
  },
  beginTotp: {
    ticket: field('Holds the secret until its first code confirms it, for ten minutes.', 'q0YwPz8v'),
  },
  addTotp: {
    ticket: field('Of `POST /auth/factors/totp/options`.', 'q0YwPz8v'),
    code: FACTOR_CODE,
    ...NEW_FACTOR,
  },
  listFactors: { recoveryCodes: field('How many recovery codes are left.', 9) },
  makeRecoveryCodes: { recoveryCodes: field('Ten new codes, which are shown once.', ['k7wdm-3hqxz']) },
  undoEmailChange: { token: MAILED_TOKEN },
  disownSession: { token: MAILED_TOKEN },
  createApiToken: {
    name: field('Name for the token.', 'Backup script'),
    days: field('How many days it works, at most 365. Without it 90.', 90),
    token: field('The token itself. It is shown once.', 'sf_pat_4mVn0y1oWq8bT2kXz6Rj9cLs3hGd5fPaEuI7tYvNbQx'),
  },
  beginConnection: {
    ticket: field(
      'The `connect` parameter of `GET /auth/{provider}`, in this browser, for a minute.',
      'q0YwPz8v',
    ),
  },
  deleteAccount: {
    password: field('Password of the account, if it has one.', 'correct horse 1'),
    userName: field('The own user name, for accounts without a password.', 'ada_l'),
  },
  updateBoard: { location: PLACE },
  cursorFeed: {
    following: field(
      '`true` has only the newest 1,000 posts of users whom the caller follows, shuffled.',
      true,
    ),
    languages: field(
      'Codes of languages, separated by commas. Leaves out posts in others, except own ones; unknown ones stay.',
      'en,fr',
    ),
  },
  listPosts: {
    q: field(`${QUERY} A post must have all of them, or words that begin with them.`, 'light'),
    userId: id('Only posts of this user.'),
  },
  randomPosts: {
    q: field(`${QUERY} A post must have all of them, or words that begin with them.`, 'light'),
    userId: id('Only posts of this user.'),
  },
  listPostsOfUser: {
    id: id('Id of the user.'),
    media: field('`true` has only posts with pictures or clips.', true),
  },
  showcase: { posts: field('How many posts the order of the day has.', 2000) },
  todaysHand: { date: day('The day, in UTC. Without it, in a request, today.') },
  countExpiredPosts: {
    deleteAfter: field('The age in days to try.', 365),
    count: field('How many own posts would go now.', 12),
    more: field('Whether there are others beyond the 10,000 oldest, which are counted.', false),
  },
  createDraft: { post: field('The post. Unlike a published one it may be empty.') },
  updateDraft: {
    post: field('The post. Unlike a published one it may be empty.'),
    version: field('The `version` that was read. If the draft has another one, the answer is 409.', 3),
  },
  react: {
    type: field(
      'The reaction. A like takes a dislike back, and the other way round. `pin` is for own posts.',
    ),
  },
  listBookmarks: { q: field(`${QUERY} Looks at the latest 1,000 saved posts.`, 'light') },
  listCollections: { post: id('Says of each collection in `has` whether it contains this post.') },
  createCollection: { name: field('Name of the collection, unique among the own ones.', 'Lighthouses') },
  updateCollection: { name: field('Name of the collection, unique among the own ones.', 'Lighthouses') },
  collectPost: { post: id('Id of a saved post.') },
  listComments: { userId: id('Ignored: the session says who reads.') },
  createComment: { userId: ACTOR },
  updateComment: { userId: ACTOR },
  toggleCommentLike: { userId: ACTOR },
  searchPeople: { q: field('Beginning of a user name or name, or of words of the name.', 'ada') },
  searchTags: {
    q: field('Beginning of the tag.', 'sea'),
    posts: field('How many of the newest posts have the tag.', 17),
  },
  changePeople: {
    'changes.kind': field('What to do.'),
    'changes.user': id('Id of the user.'),
    'changes.at': time(
      'When it was decided, by the clock of the client. A time in the future counts as now.',
    ),
    'changes.until': time('When the mute ends; `null` for never.'),
    'results.user': id('Id of the user.'),
  },
  ownPeople: { muted: field('The words that the caller mutes, most recent first.') },
  listNotifications: {
    waiting: field(
      'For moderators, on the first page: how many reports, appeals and applications wait, up to 100.',
      0,
    ),
  },
  readNotifications: { until: time('Up to which time they are read, inclusive.') },
  updateNotificationSettings: { muted: field('Kinds to turn off.', ['like']) },
  unsubscribePage: UNSUBSCRIBE,
  unsubscribeDigest: UNSUBSCRIBE,
  linkPreview: {
    language: field(
      'Language of the words around what users wrote. Without it, and if there is no such one, it is that of the host.',
      'de',
    ),
  },
  oembed: {
    url: url('Address of a page of the web app.', 'https://feed.example/p/665f1c2ab7e4d90012a3c4d5'),
    format: field('Only `json`.'),
    version: field('Version of oEmbed.'),
    type: field('Kind of oEmbed: a link.'),
    title: field('Title of the page.', 'The lighthouse'),
  },
  shuffleFace: { seed: field('Seed of the shuffle, from 0 to 999,999.', '4711') },
  feedOfUser: { format: FEED_FORMAT },
  feedOfToday: { format: FEED_FORMAT },
  feedOfTag: { format: FEED_FORMAT },
  getInstanceText: {
    text: field('Which text.'),
    'data.text': field('The text.', 'Be kind.'),
    language: field("Primary language tag of the host's texts.", 'en'),
  },
  updateInstanceSettings: OWN_SETTING_DOCS,
  suspendUser: { reason: REASON, days: SUSPENSION_DAYS, message: MAILED, rule: RULE },
  liftSuspension: { reason: REASON },
  setModerator: { isModerator: field('Whether the user is a moderator from now on.', true) },
  createAppeal: { text: field('What the user says to the suspension.', 'I did not know the rule.') },
  listAppeals: { waiting: field('How many appeals wait, up to 1,000.', 1) },
  decideAppeal: {
    decision: field('`accept` lifts the suspension.'),
    message: field('Words for the mail to the user.', 'Welcome back.'),
  },
  createReport: {
    kind: field('What is reported.'),
    reason: field('Why. `rule` is there where the instance has rules.'),
    rule: field("With the reason `rule`: the rule, one of the instance's by its text.", 'Be kind.'),
    text: field('Words for the moderators.', 'It is the same link again.'),
  },
  decideReportCase: {
    act: field('What to do.'),
    version: field(
      'The `version` that was read. If the content was edited since, the answer is 409 with `CONTENT_CHANGED`.',
      'q0Yw',
    ),
    days: SUSPENSION_DAYS,
    message: field(
      'Words for the mail to the user, with `warn` and `suspend`.',
      'Please stop posting the same link.',
    ),
    rule: RULE,
    decision: id('Id of the decision, for undoing it.'),
  },
  undoDecision: { decision: id('Id of the decision.') },
  noteReportCase: { text: field('The note.', 'Known from last week.') },
  findMembers: {
    q: field(
      'Words of the name or user name; for admins also an e-mail address, or the IP address of a session.',
      'ada',
    ),
    invitedBy: id('Only members whom this member invited. For admins.'),
  },
  warnUser: { message: MAILED, rule: RULE },
  silenceUser: { message: MAILED, rule: RULE },
  deleteUser: { userName: field('User name of the user, to confirm it.', 'ada_l') },
  listSecurityLogOf: { userId: id('Id of the user.') },
  getFigures: { days: field('How many days, today included.', 30) },
  sendTestMail: { error: field('Why it failed; `null` otherwise.', 'connect ECONNREFUSED') },
};
