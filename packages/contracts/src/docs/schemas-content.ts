import * as contracts from '../index.js';
import { field, time, url, urlOrEmpty } from './field-docs.js';
import { dataOf, inside, named, type SchemaDocs } from './schema-docs.js';

const MEDIA_KIND = field('`image` for pictures, animated ones too, `video` for clips.');
const MEDIA = {
  url: url(
    'Address of the picture or clip. Uploaded pictures also have `/640.webp`, `/320.webp` and `/fallback.jpg`.',
  ),
  kind: MEDIA_KIND,
};
const COLLECTION = {
  name: field('Name of the collection.', 'Lighthouses'),
  posts: field('Number of its posts, those of suspended authors included.', 12),
};

/** Schemas of posts, media, feeds, comments, collections and drafts. */
export const content = {
  Collection: named(contracts.collection, 'A named set of saved posts.', COLLECTION),
  CollectionOfPost: named(dataOf(contracts.listCollections), 'An own collection in a list.', COLLECTION),
  Comment: named(contracts.comment, 'A comment, or a reply to one.', {
    user: field('The author; a placeholder if the comment was deleted.'),
  }),
  DayChain: named(
    dataOf(contracts.feedCommitment).shape.chain,
    'A chain of hashes that fixes the seeds of its days.',
  ),
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
  FormerText: named(dataOf(contracts.postHistory), 'A former version of a post or comment.', {
    title: field('The former title; empty for comments.', 'A lighthouse'),
    text: field('The former text.', 'The light came on.'),
  }),
  InteractionStatus: named(
    contracts.interactionStatus,
    'What the caller did with a post; all false for visitors.',
  ),
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
  ShownPost: named(
    inside(contracts.showcase.answer.shape.data),
    'A post in the window of the sign-in page.',
    {
      title: field('Its title, else the start of its text; empty if it has neither.', 'The lighthouse'),
      author: field('Full name of the author.', 'Ada Lovelace'),
    },
  ),
  Media: named(contracts.media, 'A picture or clip of a post.', MEDIA),
  MediaFields: named(
    inside(contracts.createPostBody.shape.media),
    'A picture or clip of a post, as `POST /media` answered it.',
    MEDIA,
  ),
  OutsideMedia: named(inside(contracts.post.shape.outside), 'A picture or clip of another site.', {
    url: url('Its address there.', 'https://elsewhere.example/sea.mp4'),
    kind: MEDIA_KIND,
  }),
  Post: named(contracts.post, 'A post, as every list and page has it.', { user: field('The author.') }),
  PostChance: named(dataOf(contracts.postChance), 'Where an own post stands in the shuffles.', {}),
  PostFields: named(
    contracts.createPostBody,
    'Fields of a post as its author writes them. It needs a title, a text or media.',
  ),
  PostPagination: named(contracts.pagination, 'Where in a list of posts a page is.'),
  PostSettings: named(contracts.postSettings, 'What a user chose for their own posts.'),
  ReactionCounts: named(contracts.reactionCounts, 'How often a post got each reaction.'),
  ReactionState: named(contracts.reactionState, 'How the reactions of a post stand after a call.'),
  UploadedMedia: named(contracts.uploadedMedia, 'An uploaded picture or clip, ready for a post.', {
    ...MEDIA,
    note: field(
      'What was changed, such as sound that was left out. Absent if nothing was.',
      'Its sound cannot be played in browsers and was left out.',
    ),
  }),
} satisfies Record<string, SchemaDocs>;
