import { UPLOAD_LIMITS } from '../upload-limits.js';
import { formatBytes } from '../media.js';
import { describeCalls, PARTIAL } from './call-docs.js';
import { people } from './people.js';

const OWN_FIELDS = 'The session decides who acts: counters, owner and dates in the body change nothing.';

const MEDIA_MODES =
  'A server with `MEDIA=proxy` answers pictures of other sites at addresses of its own, which edits may send back, and takes no clips of other sites; one with `uploads` takes neither. `outside` has such media of earlier days, for clients to link to; edits keep them.';

const KEPT_TEXTS = 'The last 20 texts that were changed, the latest first; they go with what they belong to.';

const feed = describeCalls('Feed', {
  infiniteFeed: {
    summary: 'A page of the endless feed',
    description:
      'Ask for `nextPage` with the same `limit` and the `seed` of the answer while `hasNextPage` is true. Page n starts at (n − 1) × limit. With `isFirstLoad` sent, as the web app does, page 1 has 20 posts for any limit, and page n ≥ 2 starts at 20 + (n − 2) × limit.',
  },
  cursorFeed: {
    summary: 'The endless feed by cursor',
    description: 'A cursor holds seed and place. Send `unseen`, `following` and `languages` again with each.',
  },
  postChance: {
    summary: 'Where an own post stands in the feed, and what chance expects',
    description: 'Followers and likes do not count. Nothing is recorded about readers.',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  feedCommitment: {
    summary: 'The seed of the order of the day, and its proof',
    description:
      'The hash (SHA-256) of the link of a day is the link of the day before, and that of the first day is the `end` that was published with the chain. The seed is the first twelve digits of the link as a number, modulo 1,000,000.',
  },
  todaysHand: {
    summary: "Today's hand: 24 posts, the same for everybody",
    description:
      'The first 24 posts in the order of the day’s seed, drawn once a day in UTC from all posts of that moment. Later posts change nothing. Deleted and hidden posts, and those of people who block the reader, are left out, and none takes their place. Earlier ones are kept for 30 days, and 404 means that a day has none.',
    errors: ['NOT_FOUND'],
  },
  randomPosts: { summary: 'Posts in the random order of a seed' },
});

const posts = describeCalls('Posts', {
  listPosts: {
    summary: 'Posts by page, sorted and filtered',
    description:
      'A random order of what `tag`, `userId` or `q` find is one of the newest 1,000 matches, fixed by the `seed`. Send back `nextCursor` as `cursor`, with the same filter: then each of them comes once and the order ends, whatever is written or deleted meanwhile.',
  },
  getPost: { summary: 'One post' },
  createPost: { summary: 'Create a post', description: `${OWN_FIELDS} ${MEDIA_MODES}`, throttled: true },
  updatePost: { summary: 'Change an own post', description: PARTIAL, throttled: true, errors: ['CONFLICT'] },
  getPostSettings: { summary: 'What the signed-in user chose for their own posts', throttled: true },
  updatePostSettings: {
    summary: 'Change what holds for the own posts',
    description: `${PARTIAL} Posts that are there keep who may comment. \`deleteAfter\` works once a day, and for the first time within an hour.`,
    throttled: true,
  },
  countExpiredPosts: {
    summary: 'How many own posts a time of deletion would delete now',
    description: 'Posts that are reported and undecided stay too.',
    throttled: true,
  },
  deletePost: { summary: 'Delete an own post (an admin: any)' },
  removeLinkCard: {
    summary: 'Take the link card away from an own post',
    description:
      'A post without media gets a `card` for the first address in its text, within a minute after it was written: title, description and picture of that page, which this service fetches once. It stays away until an edit changes the address.',
    throttled: true,
    errors: ['PERMISSION_DENIED'],
  },
  postHistory: {
    summary: 'Former titles and descriptions of a post',
    description: KEPT_TEXTS,
    throttled: true,
  },
});

const drafts = describeCalls('Posts', {
  listDrafts: { summary: 'The own drafts and posts to be published later', throttled: true },
  createDraft: {
    summary: 'Keep a draft, or publish a post later',
    description:
      'With `publishing` the post is published at a random minute between `from` and `until`, at most 90 days ahead and 26 hours apart; equal times are an exact one. Until then only its author sees it. A user has at most 20 drafts and 50 posts to be published (409).',
    throttled: true,
    errors: ['CONFLICT'],
  },
  updateDraft: {
    summary: 'Replace an own draft, or change when it is published',
    description:
      'Send the `version` that was read: `CONTENT_CHANGED` means that it has changed since, or is being published, and `CONFLICT` that too many posts wait already.',
    throttled: true,
    errors: ['CONTENT_CHANGED', 'CONFLICT'],
  },
  deleteDraft: {
    summary: 'Delete an own draft, or a post to be published later',
    errors: ['CONTENT_CHANGED'],
    throttled: true,
  },
  publishDraft: { summary: 'Publish an own draft now', throttled: true, errors: ['CONTENT_CHANGED'] },
});

const reactions = describeCalls('Reactions and views', {
  react: {
    summary: 'Add or remove a reaction',
    description: 'Adding or removing twice has the effect of once. `pin` is for own posts.',
    throttled: true,
  },
  togglePin: { summary: 'Pin or unpin an own post', throttled: true },
  toggleBookmark: { summary: 'Bookmark a post or take the bookmark away', throttled: true },
  toggleLike: { summary: 'Like a post or take the like back', throttled: true },
  toggleDislike: { summary: 'Dislike a post or take the dislike back', throttled: true },
  getInteractionStatus: { summary: 'What the signed-in user did with a post' },
  trackView: {
    summary: 'Count a view, once per post and user',
    description:
      'A view counts once per post and user; one that does not count is 200 with `viewAdded: false` and a message that says why.',
    throttled: true,
  },
  batchViews: {
    summary: 'Count several views',
    description: 'Results come in the order of the list.',
    throttled: true,
  },
  postAnalytics: { summary: 'Figures of an own post', errors: ['PERMISSION_DENIED'] },
});

const collections = describeCalls('Collections', {
  listCollections: { summary: 'The own collections of saved posts, by name', throttled: true },
  createCollection: {
    summary: 'Create a collection',
    description:
      'A user has at most 100. Two with the same name are refused, whatever the case of its letters (409).',
    throttled: true,
    errors: ['ALREADY_EXISTS', 'CONFLICT'],
  },
  getCollection: {
    summary: 'A collection with a page of its posts',
    description:
      'The ID of an own collection, or the `shareId` of any that is shared. The latest saved comes first. In a random order each post’s place follows from its ID and the seed alone.',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  updateCollection: {
    summary: 'Rename or share an own collection',
    description: 'Sharing again after `isShared: false` makes another address.',
    throttled: true,
    errors: ['ALREADY_EXISTS'],
  },
  deleteCollection: {
    summary: 'Delete an own collection',
    description: 'Its posts stay saved.',
    throttled: true,
  },
  collectPost: {
    summary: 'Add a saved post to an own collection, or take it away',
    description:
      'A post that is not saved is refused (409), and so is the 1,001st. A post whose bookmark is removed leaves all collections.',
    throttled: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

const comments = describeCalls('Comments', {
  listComments: {
    summary: "A post's comments by page",
    description:
      'With `orderType=smart` the order is frozen for one listing: send the `listing` of the first page with the others, so that pages never repeat.',
  },
  createComment: {
    summary: 'Write a comment',
    description: `${OWN_FIELDS} With \`parent\` it is a reply; a reply to a reply stands below the same comment. Where its author does not let the user comment, the answer is 403 with the code \`COMMENTS_CLOSED\`; what is written stays.`,
    throttled: true,
    errors: ['NOT_FOUND', 'COMMENTS_CLOSED'],
  },
  updateComment: {
    summary: 'Change an own comment within 15 minutes',
    description: `${OWN_FIELDS} Later the answer is 403.`,
    throttled: true,
    errors: ['CONFLICT'],
  },
  getComment: { summary: 'One comment and the one that it replies to', throttled: true },
  listReplies: { summary: 'Replies to a comment, the oldest first', throttled: true },
  commentHistory: { summary: 'Former texts of a comment', description: KEPT_TEXTS, throttled: true },
  toggleCommentLike: {
    summary: 'Like a comment or take the like back',
    description: OWN_FIELDS,
    throttled: true,
  },
  deleteComment: {
    summary: 'Delete an own comment (an admin: any)',
    description: 'One that has replies stays without text and author until they are gone.',
  },
});

const search = describeCalls('Search', {
  searchPeople: { summary: 'People by the beginning of user name or name', throttled: true },
  searchTags: {
    summary: 'Tags by their beginning',
    description: 'A `#tag` in the title or the description of a post counts as one of its tags.',
  },
});

const media = describeCalls('Media', {
  uploadMedia: {
    summary: 'Upload pictures and clips',
    description: `Pictures (JPEG, PNG, WebP, GIF, AVIF) of up to ${formatBytes(UPLOAD_LIMITS.imageBytes)} and clips (MP4, WebM, MOV) of up to ${formatBytes(UPLOAD_LIMITS.videoBytes)}, unless the host sets other sizes (\`limits\` of \`GET /instance\`). They are stored without metadata and answered in their order, ready for a post. What the edit list of a clip hides is not stored. A \`note\` names what was changed, such as sound that browsers cannot play and that was left out. One file that is refused refuses all.`,
    takesFiles: true,
    throttled: true,
    errors: ['REQUEST_TIMEOUT', 'STORAGE_FULL'],
  },
});

const ADDRESS =
  'It knows posts, profiles, shared collections and the search for a tag, and tells what visitors may see.';

const outside = describeCalls('Seen from outside', {
  pageAt: {
    summary: 'The web app’s page for one of its addresses, with a head for search engines and link previews',
    description: `${ADDRESS} What is hidden or does not exist is \`noindex\`. For web servers, whose visitors get it in the place of the plain page.`,
    answers: 'page',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  linkPreview: {
    summary: 'What is at an address of the web app: title, start of the text, author and picture',
    description: `${ADDRESS} It is what the page’s head tells link previews; \`data\` is \`null\` for addresses without a preview.`,
    throttled: true,
  },
  showcase: {
    summary: 'Up to twelve posts with pictures for the sign-in page',
    description:
      'The first of today’s hand that have a picture, as visitors see them, without sensitive ones and those with a content warning. Caches may keep the answer for a minute.',
    throttled: true,
  },
  oembed: {
    summary: 'What is at an address of the web app, as oEmbed',
    description: `${ADDRESS} Always of the type \`link\`.`,
    throttled: true,
    errors: ['NOT_FOUND', 'NOT_IMPLEMENTED'],
  },
  manifest: {
    summary: "The web app's manifest, with the name and logo of the instance",
    description: 'On the web at `/manifest.webmanifest`.',
    answers: 'manifest',
    throttled: true,
  },
  robots: {
    summary: 'What crawlers may read',
    description: 'On the web at `/robots.txt`. It names the sitemap.',
    answers: 'text',
    throttled: true,
  },
  sitemap: {
    summary: 'The months with posts, as a sitemap index',
    description: 'On the web at `/sitemap.xml`. With an ETag, and 304 where it is known.',
    answers: 'sitemap',
    throttled: true,
  },
  sitemapOfMonth: {
    summary: 'The newest 25,000 posts of a month and their authors, as a sitemap',
    description:
      'On the web at `/sitemap-{month}.xml`, such as `/sitemap-2026-11.xml`. With an ETag, and 304 where it is known.',
    answers: 'sitemap',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  shuffleFace: {
    summary: 'The face of a shuffle, as a PNG of 600 × 600 pixels',
    description: 'Previews of links to a shuffle show it. It follows from the seed and never changes.',
    answers: 'picture',
    throttled: true,
  },
  feedOfUser: {
    summary: 'The newest posts of a user, as Atom or JSON Feed',
    description:
      'On the web at `/{userName}.atom` and `/{userName}.json`. With an ETag, and 304 where it is known.',
    answers: 'feed',
    throttled: true,
    errors: ['NOT_FOUND'],
  },
  feedOfToday: {
    summary: 'Today’s hand, as Atom or JSON Feed',
    description:
      'On the web at `/today.atom` and `/today.json`, as visitors see it. An entry stands for a post on its day. With an ETag, and 304 where it is known.',
    answers: 'feed',
    throttled: true,
  },
  feedOfTag: {
    summary: 'The newest posts with a tag, as Atom or JSON Feed',
    description:
      'On the web at `/tag/{tag}.atom` and `/tag/{tag}.json`. With an ETag, and 304 where it is known.',
    answers: 'feed',
    throttled: true,
  },
});

export const content = {
  ...feed,
  ...posts,
  ...drafts,
  ...reactions,
  ...collections,
  ...comments,
  ...search,
  ...people,
  ...media,
  ...outside,
};
