import type { batchViews, BodyOf, trackView } from '@social-feed/contracts';
import { Types } from 'mongoose';
import type { Native } from '../../platform/db/native.js';
import type { Hydration } from '../posts/hydrate.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { PostRecord } from '../posts/post.model.js';
import { postNotFound } from '../posts/posts.service.js';
import type { CounterLedger } from './counter-ledger.js';
import type { CounterTarget } from './intent.model.js';
import type { InteractionFlags } from './interaction-flags.js';

type ViewFields = BodyOf<typeof trackView>;
type BatchBody = BodyOf<typeof batchViews>;

export interface ViewResult {
  viewAdded: boolean;
  totalViews: number;
}

interface Parts {
  posts: Native<PostRecord>;
  hydration: Pick<Hydration, 'authors'>;
  flags: InteractionFlags;
  ledger: CounterLedger;
}

type Subject = Pick<PostRecord, '_id' | 'user' | 'views'>;
const SUBJECT = { user: 1, views: 1 } as const;

/** Views: once per post and user, never by the author (F §4). */
export class ViewsService {
  constructor(private readonly parts: Parts) {}

  /** Counts one view; the message says why it did not count (design §3). */
  async track(viewer: Viewer, postId: string, fields: ViewFields): Promise<ViewResult & { message: string }> {
    const post = (await this.find([postId])).get(postId.toLowerCase());
    if (post === undefined) throw postNotFound();
    if (post.user.toHexString() === viewer.id) {
      return { viewAdded: false, totalViews: shown(post), message: 'Self-view is not counted' };
    }
    const result = (await this.count(viewer, [{ post, fields }]))[0]!;
    return { ...result, message: result.viewAdded ? 'View counted' : 'View was already counted' };
  }

  /** Counts several; unknown posts, own posts and repetitions are answered with `viewAdded: false`. */
  async trackAll(
    viewer: Viewer,
    views: BatchBody['postViews'],
  ): Promise<(ViewResult & { postId: string })[]> {
    const posts = await this.find(views.map((view) => view.postId));
    const wanted = new Map<string, { post: Subject; fields: ViewFields; index: number }>();
    views.forEach((view, index) => {
      const id = view.postId.toLowerCase();
      const post = posts.get(id);
      if (post === undefined || post.user.toHexString() === viewer.id || wanted.has(id)) return;
      wanted.set(id, { post, fields: view, index });
    });
    const wantedList = [...wanted.values()];
    const counted = await this.count(viewer, wantedList);
    const resultOf = new Map(wantedList.map(({ post }, i) => [post._id.toHexString(), counted[i]!]));
    return views.map(({ postId }, index) => {
      const id = postId.toLowerCase();
      const post = posts.get(id);
      const result = resultOf.get(id);
      const totalViews = result?.totalViews ?? (post === undefined ? 0 : shown(post));
      return {
        postId: id,
        viewAdded: result?.viewAdded === true && wanted.get(id)?.index === index,
        totalViews,
      };
    });
  }

  /** Those that anybody sees: posts of suspended users are missing. */
  private async find(ids: readonly string[]): Promise<Map<string, Subject>> {
    const distinct = [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => new Types.ObjectId(id));
    const found = await this.parts.posts.find({ _id: { $in: distinct } }, { projection: SUBJECT }).toArray();
    const authors = await this.parts.hydration.authors(found.map((post) => post.user));
    const seen = found.filter((post) => authors.has(post.user.toHexString()));
    return new Map(seen.map((post) => [post._id.toHexString(), post]));
  }

  /** One intent for all of them; the posts are independent of each other, so their writes go side by side. */
  private async count(
    viewer: Viewer,
    views: readonly { post: Subject; fields: ViewFields }[],
  ): Promise<ViewResult[]> {
    if (views.length === 0) return [];
    const user = new Types.ObjectId(viewer.id);
    const targets = views.map(({ post }): CounterTarget => ({ kind: 'post', id: post._id }));
    return this.parts.ledger.change(targets, ({ add }) =>
      Promise.all(
        views.map(async ({ post, fields }, index): Promise<ViewResult> => {
          const { delta, status } = await this.parts.flags.add(post._id, user, 'viewed', extrasOf(fields));
          if (status === null) return { viewAdded: false, totalViews: shown(post) };
          const after = (await add(targets[index]!, delta)) as Subject | null;
          if (after === null) await this.parts.ledger.definitions.post.clean(post._id);
          return after === null
            ? { viewAdded: false, totalViews: 0 }
            : { viewAdded: true, totalViews: shown(after) };
        }),
      ),
    );
  }
}

const shown = (post: Subject): number => Math.max(0, post.views);

/** Where a reader came from is a group of the analytics, so its spelling is made one. */
const extrasOf = ({ viewDuration, referralSource, feed }: ViewFields) => ({
  viewDuration,
  referralSource: referralSource.trim().toLowerCase() || 'direct',
  ...(feed === undefined ? {} : { feed: String(feed) }),
});
