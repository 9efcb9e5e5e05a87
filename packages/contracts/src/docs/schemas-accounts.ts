import * as contracts from '../index.js';
import { day, email, field, id, time } from './field-docs.js';
import { dataOf, named, type SchemaDocs } from './schema-docs.js';

const COUNT = field('How often it happened; failed attempts of a day are one entry.', 1);

/** Schemas of users, profiles, sign-in, settings and notifications, and of errors. */
export const accounts = {
  ApiToken: named(
    contracts.apiToken,
    'A personal API token. The token itself is shown once, when it is made.',
    { name: field('Name of the token, in words of its owner.', 'Backup script') },
  ),
  Author: named(contracts.author, 'A user beside what they wrote.'),
  Board: named(contracts.board, "A user's profile.", {
    user: id('Id of the user.'),
    location: field('Where the user lives, in their words; empty if not told.', 'Arlington'),
    'socialStats.following': field('Number of users whom the user follows.', 18),
    'socialStats.posts': field('Number of posts.', 42),
    'socialStats.likes': field('Number of likes of all posts.', 310),
  }),
  Confirmation: named(dataOf(contracts.confirmOptions), 'What can confirm the identity of the user.', {
    passkey: field('Options for `navigator.credentials.get`; `null` for accounts without a passkey.'),
  }),
  Connection: named(contracts.connection, 'A provider, and whether the account is connected to it.', {
    name: field('Name of the provider.', 'Google'),
  }),
  CurrentUser: named(contracts.currentUser, 'The signed-in user, as only they see themselves.'),
  Error: named(contracts.errorAnswer, 'What every refused or failed call answers.', {
    success: field('`false`: nothing was done, unless the code says otherwise.'),
    message: field('A sentence for people.', 'Email is required'),
    code: field('What is wrong, for programs. New codes may be added.', 'VALIDATION_FAILED'),
    'errors.message': field('What is wrong with the field.', 'Email is required'),
  }),
  Factor: named(contracts.factor, 'A second factor of an account. Its secrets are never shown again.', {
    kind: field('`totp` is an authenticator app.'),
    name: field('Name of the factor, in words of its owner.', 'Phone'),
  }),
  MutedWord: named(dataOf(contracts.ownPeople).shape.muted.def.element, 'A word whose posts the apps hide.', {
    until: time('When the mute ends; `null` for never.'),
  }),
  NewPasskey: named(contracts.newPasskey, '`PublicKeyCredential.toJSON()` of a new passkey.', {
    id: field('Id of the passkey, as base64url.', 'kL2vQ8mZx1R7bT4nY6wJ9sD3fG5hC0aE'),
    type: field('What WebAuthn calls passkeys.'),
  }),
  Notice: named(dataOf(contracts.listNotices), 'What the moderators told a user.', {
    kind: field('Why they wrote.'),
    content: field('Start of the text of the user that it is about; absent if it is about none.', 'Buy now'),
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
  PublicUser: named(contracts.publicUser, 'A user as everybody sees them.'),
  SecurityLogEntry: named(contracts.securityLogEntry, 'Something that happened to an account.', {
    at: time('When it happened; the latest time if it happened several times.'),
    count: COUNT,
  }),
  Session: named(contracts.ownSession, 'A signed-in browser of the user.'),
  SignInMethods: named(contracts.signInMethods, 'How the user can sign in.'),
  UserAnalytics: named(contracts.userAnalyticsData, "Figures of a user's posts.", {
    totalComments: field('Number of comments on all posts.', 80),
    totalViews: field('Number of views of all posts.', 1200),
    'chartData.date': day('The day, in UTC.'),
  }),
} satisfies Record<string, SchemaDocs>;
