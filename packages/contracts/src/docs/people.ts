import { describeCalls, PARTIAL } from './call-docs.js';

const profiles = describeCalls('Profiles', {
  getUserById: { summary: 'A public user by id' },
  getUserByName: { summary: 'A public user by name, letter case ignored', throttled: true },
  updateUser: {
    summary: 'Change the own name, user name or language',
    throttled: true,
    errors: ['ALREADY_EXISTS'],
  },
  updateProfilePicture: {
    summary: 'Change the own profile picture',
    description: 'An empty text takes the picture away.',
    throttled: true,
  },
  getBoardOfUser: { summary: "A user's profile board" },
  updateBoard: { summary: 'Change the own profile board', description: PARTIAL, throttled: true },
  listPostsOfUser: { summary: "A user's posts, newest first" },
  userAnalytics: { summary: "Figures of a user's posts" },
  listBookmarks: {
    summary: 'The own bookmarked posts',
    description: 'With `q` the posts come in pages by number, without a cursor.',
  },
});

const relationships = describeCalls('People', {
  changePeople: {
    summary: 'Follow and block people, mute words, choose languages',
    description:
      'Of two changes the later one by `at` holds, whichever comes first; a repeated one changes nothing. Results come in the order of the list and say how it stands then. Muted words are kept for the apps, which leave out what holds one; no answer leaves it out. `languages` replaces the whole list, which too is kept for the apps.',
    throttled: true,
  },
  ownPeople: {
    summary: 'Whom the signed-in user follows and blocks, which words are muted and which languages are read',
    description: 'With its `ETag` as `If-None-Match`, an unchanged answer is 304 without a body.',
    throttled: true,
    named: true,
  },
  suggestPeople: {
    summary: 'Six people worth following',
    description:
      'Authors whose posts of the last month were saved most, at most one per topic. If few posted in that month, older posts count too. Leaves out the signed-in user and whom they follow or block. Counted once an hour.',
    throttled: true,
  },
  listFollowers: { summary: 'Who follows a user, the latest first', throttled: true },
  listFollowing: { summary: 'Whom a user follows, the latest first', throttled: true },
  listLikers: { summary: 'Who likes a post, the latest first', throttled: true },
});

const notifications = describeCalls('Notifications', {
  listNotifications: {
    summary: 'What others did: likes, comments, mentions and follows, the latest first',
    description:
      'Grouped by post and kind. What the reader may not see, and what was taken back, is left out. Kinds that the settings mute are left out. Below a post of somebody else with a content warning, `text` is `null`.',
    throttled: true,
  },
  readNotifications: { summary: 'Mark all notifications, or one, as read up to a time', throttled: true },
  notificationEvents: {
    summary: 'How many notifications are unread, as server-sent events',
    description:
      'An `unread` event carries `{"unread": 3}`: the first at once, unless `Last-Event-ID` is still the latest, others within about a second of what they tell of. A `beat` comes every 15 seconds. A stream ends with the session that opened it, and after 15 minutes at most; then open it again.',
    answers: 'events',
    throttled: true,
  },
  getNotificationSettings: { summary: 'What the signed-in user is told of', throttled: true },
  updateNotificationSettings: {
    summary: 'Change what the signed-in user is told of, and how often by mail',
    description:
      'A digest is a mail with what is not read and was done since the one before. It goes to confirmed addresses only, and none is sent where there is nothing to tell.',
    throttled: true,
  },
  unsubscribePage: {
    summary:
      'The page that the link in a digest or a mail with today’s hand leads to, with a button that ends such mails',
    description: 'It changes nothing.',
    answers: 'page',
    throttled: true,
  },
  unsubscribeDigest: {
    summary: 'End the digests, or the mails with today’s hand, of whoever got one with this address',
    description:
      'For that page and for mail programs, as RFC 8058 says: without a session, from any origin, with a form or without. 400 is a page too.',
    answers: 'page',
    throttled: true,
  },
});

export const people = { ...profiles, ...relationships, ...notifications };
