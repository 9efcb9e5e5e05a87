import { fill, sentenceCase } from './grammar.js';
import { phrasebooks } from './languages/index.js';
import { DEMO_EPOCH, DEMO_SEED, personAt } from './people.js';
import { distinctBelow, randomFor, type Random } from './random.js';
import { longTail, randomRound, reactionDensity } from './reactions.js';
import { authorOf, createdAtOf } from './schedule.js';
import { postSubject } from './subject.js';
import replies from './topics/replies.json' with { type: 'json' };
import shared from './topics/shared.json' with { type: 'json' };
import { topics } from './topics/index.js';
import type { DemoComment, DemoOptions } from './types.js';

/** Maximum number of comments of a generated post. */
const MOST_COMMENTS = 80;

const DAY_MS = 86_400_000;

/** Number of comments of a post: zero for nearly half of them, with a long tail. */
export function commentCountOf(postIndex: number, options: DemoOptions): number {
  const random = randomFor(DEMO_SEED, 'comment-count', postIndex);
  const wanted = Math.max(0, 1.6 * longTail(random.next()) - 1.4) * reactionDensity(options.total);
  return Math.min(MOST_COMMENTS, randomRound(wanted, random.next()));
}

/** A post's author sometimes comments on it, but never first. */
const isByAuthor = (random: Random, k: number): boolean => k > 0 && random.chance(0.12);

/** Index of the earlier top-level comment that this one replies to; `undefined` for most. */
function repliesTo(postIndex: number, k: number): number | undefined {
  const isReply = (number: number) =>
    number > 0 &&
    (isByAuthor(randomFor(DEMO_SEED, `comment-${postIndex}`, number), number) ||
      randomFor(DEMO_SEED, `comment-is-reply-${postIndex}`, number).chance(0.2));
  if (!isReply(k)) return undefined;
  let root = randomFor(DEMO_SEED, `comment-parent-${postIndex}`, k).int(0, k - 1);
  while (isReply(root)) root -= 1;
  return root;
}

/**
 * Returns comment `k` of a post, from 0 to one less than `counts.comments`, oldest first.
 * @throws RangeError if the post has no such comment
 */
export function commentAt(postIndex: number, k: number, options: DemoOptions): DemoComment {
  const count = commentCountOf(postIndex, options);
  if (!Number.isInteger(k) || k < 0 || k >= count) {
    throw new RangeError(`Post ${postIndex} has ${count} comments, number ${k} does not exist`);
  }
  const random = randomFor(DEMO_SEED, `comment-${postIndex}`, k);
  const postAuthor = authorOf(postIndex, options);
  const byAuthor = isByAuthor(random, k);
  const author = byAuthor ? postAuthor : distinctBelow(random, options.people, 1, postAuthor)[0]!;
  const likes = Math.floor(longTail(random.next() * 0.97) * reactionDensity(options.total));
  const { topic, language } = postSubject(postIndex, options);
  const writer = personAt(author).language;
  const tongue =
    writer === language && random.chance(0.9)
      ? language
      : writer !== 'en' && random.chance(0.25)
        ? writer
        : 'en';
  const body =
    tongue !== 'en'
      ? fill(random.pick(phrasebooks[tongue].comments), random, phrasebooks[tongue].slots)
      : byAuthor
        ? fill(random.pick(replies.byAuthor), random, topics[topic].slots, shared.slots)
        : random.chance(language === 'en' ? 0.3 : 0)
          ? fill(random.pick(topics[topic].replies), random, topics[topic].slots, shared.slots)
          : fill(random.pick(random.chance(0.1) ? replies.long : replies.general), random, shared.slots);
  return {
    postIndex,
    index: k,
    author,
    replyTo: repliesTo(postIndex, k),
    body: sentenceCase(body),
    createdAt: commentDate(postIndex, k, count, options),
    likedBy: distinctBelow(random, options.people, likes, author),
  };
}

/** Each comment gets its own time slice after the post, so that dates follow the numbers. */
function commentDate(postIndex: number, k: number, count: number, options: DemoOptions): Date {
  const random = randomFor(DEMO_SEED, `comment-date-${postIndex}`, k);
  const now = DEMO_EPOCH.getTime();
  const created = createdAtOf(postIndex, options).getTime();
  const span = Math.min(now - created, (2 + count / 2) * DAY_MS);
  const share = (k + random.next()) / count;
  return new Date(created + Math.floor(span * (0.01 + 0.98 * share ** 1.8)));
}
