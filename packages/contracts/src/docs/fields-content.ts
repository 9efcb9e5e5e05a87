import { COMMENT_LIMITS, EXPIRY_LIMITS, POST_LIMITS, VIEW_DURATION_MAX_SECONDS } from '../limits.js';
import { day, field, id, time, url, VARIES, type FieldWords } from './field-docs.js';

const HASH = '38859bd9484471b3fed4c09872516e39015c70803a4be7e532ffbae29865341e';

/** Names of posts, media, feeds, reactions, views, comments, collections and drafts. */
export const content = {
  title: field('Title of the post; empty if it has none.', 'The lighthouse'),
  picture: field('The first picture of the post.'),
  description: field('Text of the post; empty if it has none.', 'The light came on just as we arrived.'),
  images: {
    ...url('Addresses of its pictures, in order.'),
    examples: [['https://media.example/sea/1280.webp']],
  },
  videos: {
    ...url('Addresses of its clips, in order.'),
    examples: [['https://media.example/sea/video.mp4']],
  },
  media: field('Its pictures and clips in the order in which they are shown.'),
  outside: field('Pictures and clips of other sites that readers get as links. Absent if there are none.'),
  card: field('The page at the first address in the text. Absent without one, and for posts with media.'),
  tags: field(
    'Its tags, without `#`. A `#tag` in title or text counts as a tag too, but is not repeated here.',
    ['sea', 'dusk'],
  ),
  tag: field('A tag without `#`; letter case and accents do not count.', 'sea'),
  location: field('Where the post was made, in the words of its author; empty if not told.', 'Arlington'),
  editedAt: time('When title or text last changed; `null` if never.'),
  views: field('How often it was viewed: once per user.', 120),
  likes: field('Number of likes.', 12),
  dislikes: field('Number of dislikes.', 1),
  shares: field('How many users shared it.', 2),
  saves: field('How many users saved it.', 4),
  commentsCount: field('Number of comments, replies among them.', 3),
  comments: field('Number of comments, replies among them.', 3),
  reactions: field('How often there was each reaction.'),
  userInteraction: field('What the caller did with the post; all false for visitors.'),
  liked: field('Whether the caller likes the post.', false),
  disliked: field('Whether the caller dislikes the post.', false),
  saved: field('Whether the caller saved the post.', true),
  viewed: field('Whether the caller has viewed the post.', true),
  isPinned: field('Whether the author pinned the post. Always false for others than the author.', false),
  isBookmarked: field('Whether the caller saved the post; equals `userInteraction.saved`.', true),
  contentWarning: field(
    `One line of at most ${POST_LIMITS.contentWarningMax} characters behind which clients hide text and media; empty if there is none.`,
    'Spoilers for the last episode',
  ),
  sensitive: field('Whether clients cover its media until the reader opens them.', false),
  language: field(
    'Primary language tag of the texts. `null` if it is unknown. Without it the server guesses from new and changed texts.',
    'en',
  ),
  commenting: field(
    'Who may comment besides the author: everybody, users whom the author follows, or nobody. Absent in answers if everybody may; in a new post the settings of its author decide without it.',
  ),
  commentsCloseAfter: field(
    `After how many days, at most ${COMMENT_LIMITS.closeAfterMax}, only the author may comment; \`null\` is never.`,
    14,
  ),
  commentsCloseAt: time('When comments close for all but the author. Absent if they never do.'),
  mayComment: field('`false` if the caller may not comment; absent otherwise.', false),
  deleteAfter: field(
    `Own posts are deleted when they are so many days old (${EXPIRY_LIMITS.daysMin} to ${EXPIRY_LIMITS.daysMax}), except those that their author saved or pinned; \`null\` is never.`,
    365,
  ),
  post: VARIES,
  isFollowing: field('Whether the caller follows this user; false for visitors.', false),

  url: VARIES,
  alt: field(
    'Description of the picture or clip for people who cannot see it; empty if there is none.',
    'A lighthouse at dusk',
  ),
  width: field('Width in pixels; 0 if unknown.', 1280),
  height: field('Height in pixels; 0 if unknown.', 854),
  placeholder: field(
    'What to show while it loads: a colour or a tiny picture as a data URL; may be empty.',
    '#c7b299',
  ),
  poster: url(
    'Still frame of a clip, or of a picture that moves. Absent for other pictures.',
    'https://media.example/clip/poster.webp',
  ),
  duration: field('Length of a clip in seconds. Absent for pictures, and if unknown.', 12.5),
  site: field('Host of the page.', 'lighthouses.example'),
  image: VARIES,

  unseen: field(
    '`true` leaves out posts that the signed-in caller has viewed. Pages may then be short, or empty before the end.',
    true,
  ),
  today: day('The present day, in UTC.'),
  chain: field('The chain of hashes from which the seeds of its days follow.'),
  startsOn: day('First day of the chain.'),
  length: field('How many days it has.', 365),
  end: field('The hash that was published beforehand: that of the link of the first day.', HASH),
  publishedAt: time('When `end` was published.'),
  links: field('The link of this day and those before it, at most 31, the latest first.'),
  link: field('64 hexadecimal digits. Its SHA-256 is the link of the day before.', HASH),
  next: field('The chain that follows; `null` until it is published, 60 days before it begins.'),
  day: field('Where the post stands in the order of the day.'),
  place: field('Place of the post in the order of the day, from 1; `null` if it is not in it.', 734),
  shuffles: field('The latest orders that were drawn, at most 200.'),
  among: field('In how many of `shuffles` the post is among the first 20.', 2),
  expected: field('In how many it would be by chance alone.', 1.9),
  dayBefore: day('The day before; `null` if its hand is not kept.', '2026-11-20'),

  viewDuration: field(`How long the view lasted, in seconds, at most ${VIEW_DURATION_MAX_SECONDS}.`, 4.2),
  referralSource: field('Where the reader came from, in words of the client.', 'direct'),
  feed: field('Which feed showed the post, in words of the client.', 'random'),
  postViews: field('The views to count, at most 50.'),
  viewAdded: field('Whether this view counted; the first of each user does.', true),
  totalViews: field('Number of views in all.', 120),
  results: field('What came of each entry of the request, in its order.'),
  engagementRate: field('Likes for a hundred views, in whole percent.', 15),
  avgViewDuration: field('Average length of the views of the last 90 days, in seconds.', 8.4),
  referrals: field('Number of views of the last 90 days by `referralSource`.', { direct: 80, search: 40 }),
  chartData: field('The last 7 days in UTC, the oldest first.'),

  body: field('Text of the comment.', 'What a view!'),
  timestamp: time('Equals `createdAt`.'),
  parent: id(
    'Id of the comment at the top that this one replies to; `null`, or absent in a request, for one at the top.',
  ),
  root: field('The comment at the top that it replies to; `null` if it is at the top itself.'),
  repliesCount: field('Number of replies.', 2),
  isRemoved: field(
    'Whether the comment was deleted and stays without text and author, because it has replies.',
    false,
  ),
  userHasLiked: field('Whether the caller likes the comment; false for visitors.', true),
  orderType: field('`date` goes by time, `smart` puts first what is new and liked.'),
  listing: field(
    'Names one listing of the `smart` order. Send that of the first page with the others, so that pages never repeat.',
    '1795168200000',
  ),
  totalComments: field('Number of comments on the post, replies among them.', 3),
  totalPosts: field('Number of posts in all.', 42),
  writtenAt: time('When this version was written.'),

  collection: field('The collection itself.'),
  owner: field('The user to whom the collection belongs.'),
  collectionId: id('Id of an own collection; for reading also the `shareId` of any.'),
  shareId: field(
    'The address under which everybody may read the collection; `null` if it is private.',
    'q0YwPz8vKkX1mN4tB7sLdA',
  ),
  isShared: field('`true` makes a `shareId`; `false` ends it for good.', true),
  has: field('Whether the collection contains the `post` of the query. Absent without one.', true),

  draftId: id('Id of the draft.'),
  publishing: field('When the draft is published by itself; `null` or absent if it is not.'),
  timeZone: field(
    'Time zone in which the author chose the times, by its IANA name. Absent if unknown.',
    'Europe/Berlin',
  ),
  problem: field(
    'Why the draft could not be published when it was due; `null` if nothing went wrong.',
    'The pictures are gone',
  ),
  from: VARIES,
} as const satisfies FieldWords;
