import * as contracts from '../index.js';
import { email, field, id, large, time } from './field-docs.js';
import { dataOf, named, type SchemaDocs } from './schema-docs.js';
import { OWN_SETTING_DOCS } from './setting-docs.js';

const CASE = {
  kind: field('What is reported.'),
  count: field('Number of reports.', 2),
  'reasons.reason': field('A reason; `words` means that the host listed a word in it.'),
  'reasons.count': field('How many reports give it.', 2),
  rules: field('Rules that the latest reports name, the most frequent first.', ['Be kind.']),
  texts: field('Texts of the latest reports that have one, newest first, at most 3.', [
    'It is the same link again.',
  ]),
  lastAt: time('When the latest report came.'),
  author: field('Who wrote it, or the reported user; `null` if the account is gone.'),
  version: field('Names what is shown of it; another one after an edit.', 'q0Yw'),
  'content.title': field('Title of the post; empty for comments.', 'The lighthouse'),
  'content.text': field('Text of the post or comment.', 'The light came on just as we arrived.'),
  'quoted.text': field(
    'First words of the text, at most 500 characters.',
    'The light came on just as we arrived.',
  ),
  'content.postId': id('The post, or the post that has the comment.'),
};

/** Parts of a logged note. */
const PARTS = {
  'parts.days': field('How many days a suspension lasts; absent if it has no end.', 7),
  'parts.values': field('How many values are refused; absent if it is the one in `text`.', 2),
  'parts.text': field(
    'Words of the moderator, and the start of the text or the one value that it was about; may be empty.',
    'Spam',
  ),
};

/** Schemas of the instance, registration and moderation. */
export const administration = {
  AdminLogEntry: named(
    dataOf(contracts.listAdminLog),
    'Something that an admin, a moderator or the terminal of the server did.',
    {
      userName: field(
        'Present user name of the user whom it is about; `null` if the account is gone.',
        'ada_l',
      ),
      ...PARTS,
    },
  ),
  Appeal: named(dataOf(contracts.listAppeals), 'What a suspended user answers to the suspension.', {
    user: field('The suspended user.'),
    text: field('The answer of the user.', 'I did not know the rule.'),
    'suspension.until': time('When the suspension ends; `null` if it has no end.'),
    'suspension.reason': field('The reason in the log; empty if none was given.', 'Spam'),
    ...PARTS,
    'suspension.by': field(
      'User name of the moderator at the time; `null` if it was done on the server.',
      'grace_h',
    ),
  }),
  Application: named(
    dataOf(contracts.listApplications),
    'A request for an account that waits for approval.',
    {
      email: email('E-mail address of the applicant.'),
      provider: field('The provider with which the applicant signed in; `null` for a password.', 'google'),
    },
  ),
  DayFigures: named(dataOf(contracts.getFigures), 'Figures of a day in UTC. They name nobody.', {
    people: field('Accounts at the end of the day.', 310),
    posts: field('Posts written on the day that are listed.', 57),
    reports: field('Reports made on the day.', 2),
  }),
  FailedJob: named(dataOf(contracts.listFailedJobs), 'A background job whose last run failed.', {
    type: field('What it does.', 'send-mail'),
    error: field('What went wrong the last time.', 'connect ECONNREFUSED'),
  }),
  Instance: named(dataOf(contracts.getInstance), 'What everybody may know of the instance.', {
    ...OWN_SETTING_DOCS,
    version: field('Version of the product.', '0.1.0'),
    texts: field('Which texts of the host there are, at `GET /instance/texts/{text}`.'),
    'signIn.password': field('Whether signing in with a password works.', true),
    'limits.comment': field('Characters of a comment, at most.', 2000),
    'limits.images': field('Pictures of a post, at most.', 10),
    'limits.videos': field('Clips of a post, at most.', 2),
  }),
  InstanceSettings: named(
    contracts.instanceSettings,
    'The settings of the instance, for admins.',
    OWN_SETTING_DOCS,
  ),
  InstanceState: named(dataOf(contracts.getState), 'How the service is doing.', {
    version: field('Version of the product.', '0.1.0'),
    'mail.waiting': field('Mails that wait to be sent.', 0),
    'mail.failing': field('Mails that failed and are tried again.', 0),
    'jobs.waiting': field('Jobs that are due and do not run yet.', 0),
    'jobs.failing': field('Jobs that failed and are tried again.', 0),
    'backup.lastAt': time('When the last backup was made; `null` if none was.'),
    storage: field('Room for uploads.'),
  }),
  Invitation: named(dataOf(contracts.createInvitation), 'An invitation to make an account.', {
    code: field('Last part of the link `/signup?invite={code}`. Only its maker sees it.', 'tQ5mZ2cR8w'),
  }),
  LoggedAct: named(contracts.loggedAct, 'What a moderator did about a user or their content.', PARTS),
  Member: named(dataOf(contracts.findMembers), 'A member as moderators see them.', {
    email: email('E-mail address, for admins; `null` for moderators.'),
  }),
  MemberDetail: named(dataOf(contracts.getMember), 'A member with all that moderators see of them.', {
    email: email('E-mail address, for admins; `null` for moderators.'),
    reports: field('Reports about the member and their content.'),
    storage: field("The member's uploads."),
    invitedBy: field(
      'Who invited the member, for admins; `null` for moderators, and if nobody did or the account is gone.',
    ),
  }),
  ModeratedUser: named(contracts.moderatedUser, 'A user, and whether they are suspended.'),
  Refusal: named(dataOf(contracts.listRefusals), 'Something that is refused at sign-up.', {
    kind: field('What is refused.'),
    reason: field('Why, for other admins; may be empty.', 'Spam'),
    until: time('When the refusal ends; `null` if it has no end.'),
  }),
  ReportCase: named(contracts.reportCase, 'All open reports of one post, comment or user.', CASE),
  ReportCaseDetail: named(
    dataOf(contracts.getReportCase),
    'A case with its reports, notes and what was done about the author.',
    {
      ...CASE,
      reports: field('The latest reports. Who reported is told to nobody.'),
      'reports.reason': field('The reason that was given.'),
      'reports.text': field('What the reporter wrote; may be empty.', 'It is the same link again.'),
      'notes.text': field('The note.', 'Known from last week.'),
    },
  ),
  SignUpChallenge: named(dataOf(contracts.signUpChallenge), "A challenge of ALTCHA's proof of work.", {
    signature: field('Signs the challenge.', '9b74c9897bac770ffc029102a200c5de'),
    'parameters.expiresAt': large('When the challenge ends, in seconds since 1970.', 1_795_168_200),
  }),
} satisfies Record<string, SchemaDocs>;
