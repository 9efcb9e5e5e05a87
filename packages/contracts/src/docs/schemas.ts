import * as contracts from '../index.js';
import {
  day,
  email,
  field,
  id,
  time,
  url,
  urlOrEmpty,
  type FieldDocs,
  type OwnFields,
} from './field-docs.js';
import { OWN_SETTING_DOCS } from './setting-docs.js';
import type * as z from 'zod/mini';

type Inside<S> = S extends z.ZodMiniArray<infer I> | z.ZodMiniOptional<infer I> | z.ZodMiniNullable<infer I>
  ? Inside<I>
  : S;

/** Returns the schema inside lists and of what may be absent or `null`. */
function inside<S extends z.ZodMiniType>(schema: S): Inside<S> {
  const { def } = schema as unknown as { def: { element?: z.ZodMiniType; innerType?: z.ZodMiniType } };
  const inner = def.element ?? def.innerType;
  return (inner === undefined ? schema : inside(inner)) as Inside<S>;
}

/** Returns the schema of what a call answers, or of the entries of its list. */
const dataOf = <S extends z.ZodMiniType>({ answer }: { answer: { shape: { data: S } } }) =>
  inside(answer.shape.data);

/** A schema that the reference names, because many calls share it or because it is a thing of its own. */
export interface SchemaDocs {
  schema: z.ZodMiniType;
  description: string;
  /** Fields whose names vary, and those with another meaning than elsewhere; nested ones as `owner.field`. */
  fields: OwnFields;
}

const named = <Shape extends Record<string, z.ZodMiniType>>(
  schema: z.ZodMiniObject<Shape>,
  description: string,
  fields: { readonly [Name in keyof Shape]?: FieldDocs } & Readonly<
    Record<`${string}.${string}`, FieldDocs>
  > = {},
): SchemaDocs => ({ schema, description, fields });

const MEDIA_KIND = field('`image` for pictures, animated ones too, `video` for clips.');
const MEDIA = {
  url: url(
    'Address of the picture or clip. Uploaded pictures also have `/640.webp`, `/320.webp` and `/fallback.jpg`.',
  ),
  kind: MEDIA_KIND,
};
const COUNT = field('How often it happened; failed attempts of a day are one entry.', 1);
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
  'content.postId': id('The post, or the post that has the comment.'),
};
const COLLECTION = {
  name: field('Name of the collection.', 'Lighthouses'),
  posts: field('Number of its posts, those of suspended authors included.', 12),
};
/** Schemas with a name in the reference. */
export const SCHEMAS: Readonly<Record<string, SchemaDocs>> = {
  Error: named(contracts.errorAnswer, 'What every refused or failed call answers.', {
    success: field('`false`: nothing was done, unless the code says otherwise.'),
    message: field('A sentence for people.', 'Email is required'),
    code: field('What is wrong, for programs. New codes may be added.', 'VALIDATION_FAILED'),
    'errors.message': field('What is wrong with the field.', 'Email is required'),
  }),
  AdminLogEntry: named(
    dataOf(contracts.listAdminLog),
    'Something that an admin, a moderator or the terminal of the server did.',
    {
      userName: field(
        'Present user name of the user whom it is about; `null` if the account is gone.',
        'ada_l',
      ),
    },
  ),
  ApiToken: named(
    contracts.apiToken,
    'A personal API token. The token itself is shown once, when it is made.',
    { name: field('Name of the token, in words of its owner.', 'Backup script') },
  ),
  Appeal: named(dataOf(contracts.listAppeals), 'What a suspended user answers to the suspension.', {
    user: field('The suspended user.'),
    text: field('The answer of the user.', 'I did not know the rule.'),
    'suspension.until': time('When the suspension ends; `null` if it has no end.'),
    'suspension.reason': field('The reason in the log; empty if none was given.', 'Spam'),
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
  Author: named(contracts.author, 'A user beside what they wrote.'),
  Board: named(contracts.board, "A user's profile.", {
    user: id('Id of the user.'),
    location: field('Where the user lives, in their words; empty if not told.', 'Arlington'),
    'socialStats.following': field('Number of users whom the user follows.', 18),
    'socialStats.posts': field('Number of posts.', 42),
    'socialStats.likes': field('Number of likes of all posts.', 310),
  }),
  Collection: named(contracts.collection, 'A named set of saved posts.', COLLECTION),
  CollectionOfPost: named(dataOf(contracts.listCollections), 'An own collection in a list.', COLLECTION),
  Comment: named(contracts.comment, 'A comment, or a reply to one.', {
    user: field('The author; a placeholder if the comment was deleted.'),
  }),
  Confirmation: named(dataOf(contracts.confirmOptions), 'What can confirm the identity of the user.', {
    passkey: field('Options for `navigator.credentials.get`; `null` for accounts without a passkey.'),
  }),
  Connection: named(contracts.connection, 'A provider, and whether the account is connected to it.', {
    name: field('Name of the provider.', 'Google'),
  }),
  CurrentUser: named(contracts.currentUser, 'The signed-in user, as only they see themselves.'),
  DayChain: named(
    dataOf(contracts.feedCommitment).shape.chain,
    'A chain of hashes that fixes the seeds of its days.',
  ),
  DayFigures: named(dataOf(contracts.getFigures), 'Figures of a day in UTC. They name nobody.', {
    people: field('Accounts at the end of the day.', 310),
    posts: field('Posts written on the day that are listed.', 57),
    reports: field('Reports made on the day.', 2),
  }),
  Draft: named(contracts.draft, 'A draft, or a post to be published later. Only its author sees it.', {
    post: field('The post as it is kept.'),
    version: field('Grows with each change.', 3),
  }),
  DraftTime: named(
    inside(contracts.draft.shape.publishing),
    'When a draft is published: at a random minute between two times, at most 26 hours apart. Equal times are an exact one.',
    {
      from: time('The earliest time.'),
      until: time('The latest time, at most 90 days ahead.', '2026-11-21T21:30:00.000Z'),
    },
  ),
  Factor: named(contracts.factor, 'A second factor of an account. Its secrets are never shown again.', {
    kind: field('`totp` is an authenticator app.'),
    name: field('Name of the factor, in words of its owner.', 'Phone'),
  }),
  FailedJob: named(dataOf(contracts.listFailedJobs), 'A background job whose last run failed.', {
    type: field('What it does.', 'send-mail'),
    error: field('What went wrong the last time.', 'connect ECONNREFUSED'),
  }),
  FormerText: named(dataOf(contracts.postHistory), 'A former version of a post or comment.', {
    title: field('The former title; empty for comments.', 'A lighthouse'),
    text: field('The former text.', 'The light came on.'),
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
  InteractionStatus: named(
    contracts.interactionStatus,
    'What the caller did with a post; all false for visitors.',
  ),
  Invitation: named(dataOf(contracts.createInvitation), 'An invitation to make an account.', {
    code: field('Last part of the link `/signup?invite={code}`. Only its maker sees it.', 'tQ5mZ2cR8w'),
  }),
  LinkCard: named(
    inside(contracts.post.shape.card),
    'What the page at the first address of a post says about itself.',
    {
      url: url('Address of the page.', 'https://lighthouses.example/'),
      title: field('Title of the page.', 'All lighthouses'),
      description: field('What the page is about; empty if it does not say.', 'A list with pictures'),
      image: urlOrEmpty('Picture of the page at an address of this service; empty if there is none.'),
    },
  ),
  LinkPreview: named(dataOf(contracts.linkPreview), 'What visitors may know of a page of the web app.', {
    type: field('`article` is a post.'),
    title: field('Title of the page, on one line.', 'The lighthouse'),
    description: field('Start of its text, on one line.', 'The light came on just as we arrived.'),
    language: field(
      'Language of title and text. Absent if it is unknown, and for pages that are no posts.',
      'en',
    ),
    author: field('Who wrote it. Absent if nobody did.'),
    'author.name': field('Name of the author.', 'Ada Lovelace'),
    'author.url': url('Profile of the author.', 'https://feed.example/ada_l'),
    image: field('A small picture. Absent if there is none.'),
    'image.url': url('Address of the picture.'),
  }),
  LoggedAct: named(contracts.loggedAct, 'What a moderator did about a user or their content.'),
  Media: named(contracts.media, 'A picture or clip of a post.', MEDIA),
  MediaFields: named(
    inside(contracts.createPostBody.shape.media),
    'A picture or clip of a post, as `POST /media` answered it.',
    MEDIA,
  ),
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
  MutedWord: named(dataOf(contracts.ownPeople).shape.muted.def.element, 'A word whose posts the apps hide.', {
    until: time('When the mute ends; `null` for never.'),
  }),
  NewPasskey: named(contracts.newPasskey, '`PublicKeyCredential.toJSON()` of a new passkey.', {
    id: field('Id of the passkey, as base64url.', 'kL2vQ8mZx1R7bT4nY6wJ9sD3fG5hC0aE'),
    type: field('What WebAuthn calls passkeys.'),
  }),
  Notice: named(dataOf(contracts.listNotices), 'What the moderators told a user.', {
    kind: field('Why they wrote.'),
    text: field('What they wrote; may be empty.', 'Please stop posting the same link.'),
  }),
  Notification: named(contracts.notification, 'What one or several users did, grouped by post and kind.', {
    _id: field('Id of the notification.', '665f1c2ab7e4d90012a3c4d5'),
    kind: field('What they did. New kinds may be added.'),
    post: field('The post that it is about; `null` for follows.'),
    'post._id': id('Id of the post.'),
    'post.title': field(
      'Start of its title or text, or its content warning; empty if it has neither.',
      'The lighthouse',
    ),
    comment: id('The latest comment, which belongs to that post; `null` for kinds without a comment.'),
    text: field(
      'Start of that comment on one line; `null` without one, or if the caller may not see it.',
      'What a view!',
    ),
    people: field('The latest users, at most 3.'),
    count: field('Number of users.', 1),
    more: field('Whether more users did it than were counted.', false),
    at: time('When it happened last.'),
  }),
  NotificationSettings: named(contracts.notificationSettings, 'What a user is told of, and how.', {
    muted: field('Kinds that are turned off.', ['like']),
  }),
  OutsideMedia: named(inside(contracts.post.shape.outside), 'A picture or clip of another site.', {
    url: url('Its address there.', 'https://elsewhere.example/sea.mp4'),
    kind: MEDIA_KIND,
  }),
  OwnEmail: named(
    dataOf(contracts.getOwnEmail),
    'The e-mail address of the account, and what is under way with it.',
    {
      'pending.email': email('The address that waits for its code.'),
      'pending.until': time('When the code ends.'),
    },
  ),
  PasskeyUse: named(contracts.passkeyUse, '`PublicKeyCredential.toJSON()` of a passkey that was used.', {
    id: field('Id of the passkey, as base64url.', 'kL2vQ8mZx1R7bT4nY6wJ9sD3fG5hC0aE'),
    type: field('What WebAuthn calls passkeys.'),
    'response.signature': field(
      'Signature of the authenticator, as base64url.',
      'kL2vQ8mZx1R7bT4nY6wJ9sD3fG5hC0aE',
    ),
  }),
  Person: named(contracts.person, 'A user as lists show them.'),
  Post: named(contracts.post, 'A post, as every list and page has it.', { user: field('The author.') }),
  PostChance: named(dataOf(contracts.postChance), 'Where an own post stands in the shuffles.', {}),
  PostFields: named(
    contracts.createPostBody,
    'Fields of a post as its author writes them. It needs a title, a text or media.',
  ),
  PostPagination: named(contracts.pagination, 'Where in a list of posts a page is.'),
  PostSettings: named(contracts.postSettings, 'What a user chose for their own posts.'),
  PublicUser: named(contracts.publicUser, 'A user as everybody sees them.'),
  ReactionCounts: named(contracts.reactionCounts, 'How often a post got each reaction.'),
  ReactionState: named(contracts.reactionState, 'How the reactions of a post stand after a call.'),
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
  SecurityLogEntry: named(contracts.securityLogEntry, 'Something that happened to an account.', {
    at: time('When it happened; the latest time if it happened several times.'),
    count: COUNT,
  }),
  Session: named(contracts.ownSession, 'A signed-in browser of the user.'),
  SignInMethods: named(contracts.signInMethods, 'How the user can sign in.'),
  SignUpChallenge: named(dataOf(contracts.signUpChallenge), "A challenge of ALTCHA's proof of work.", {
    signature: field('Signs the challenge.', '9b74c9897bac770ffc029102a200c5de'),
    'parameters.expiresAt': field('When the challenge ends, in seconds since 1970.', 1_795_168_200),
  }),
  UploadedMedia: named(contracts.uploadedMedia, 'An uploaded picture or clip, ready for a post.', {
    ...MEDIA,
    note: field(
      'What was changed, such as sound that was left out. Absent if nothing was.',
      'Its sound cannot be played in browsers and was left out.',
    ),
  }),
  UserAnalytics: named(contracts.userAnalyticsData, "Figures of a user's posts.", {
    totalComments: field('Number of comments on all posts.', 80),
    totalViews: field('Number of views of all posts.', 1200),
    'chartData.date': day('The day, in UTC.'),
  }),
};
