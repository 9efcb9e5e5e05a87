import type { Member } from './member.js';

/** The acknowledged writes of one member; `unknown` holds writes without a response because of a kill. */
export interface Written {
  posts: Set<string>;
  comments: Set<string>;
  likes: Map<string, boolean>;
  deleted: Set<string>;
  unknown: Set<string>;
  acknowledged: number;
}

export const nothingWritten = (): Written => ({
  posts: new Set(),
  comments: new Set(),
  likes: new Map(),
  deleted: new Set(),
  unknown: new Set(),
  acknowledged: 0,
});

const one = <T>(items: Iterable<T>): T | undefined => {
  const all = [...items];
  return all[Math.floor(Math.random() * all.length)];
};

/** Makes one random write, and records it when it is acknowledged. */
async function writeOnce(member: Member, written: Written, shared: readonly string[]): Promise<void> {
  const postId = one(shared) ?? '';
  const kind = Math.random();
  if (kind < 0.5) {
    const add = written.likes.get(postId) !== true;
    written.unknown.add(postId);
    const { status } = await member.call('POST', `/posts/${postId}/reactions`, {
      type: 'like',
      action: add ? 'add' : 'remove',
    });
    if (status !== 200) return;
    written.likes.set(postId, add);
    written.unknown.delete(postId);
  } else if (kind < 0.75) {
    const { status, body } = await member.call('POST', '/comments', { postId, body: 'Under fire' });
    if (status !== 201 || body.data?._id === undefined) return;
    written.comments.add(body.data._id);
  } else if (kind < 0.85) {
    const { status, body } = await member.call('POST', '/posts', { title: 'Under fire' });
    if (status !== 201 || body.data?._id === undefined) return;
    written.posts.add(body.data._id);
  } else {
    const isPost = kind > 0.95;
    const mine = isPost ? written.posts : written.comments;
    const id = one(mine);
    if (id === undefined) return;
    mine.delete(id);
    written.unknown.add(id);
    const { status } = await member.call('DELETE', `/${isPost ? 'posts' : 'comments'}/${id}`);
    if (status !== 200) return;
    written.unknown.delete(id);
    written.deleted.add(id);
  }
  written.acknowledged += 1;
}

/** Writes in sequence until the signal aborts, despite any failures. */
export async function writeUntil(
  member: Member,
  written: Written,
  shared: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // a call cut off by a kill stays unknown, and the loop continues
    await writeOnce(member, written, shared).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
