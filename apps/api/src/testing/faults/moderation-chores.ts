import { randomBytes } from 'node:crypto';
import { idOf, kept, type Cast, type Chore } from './chores.js';

/**
 * Silences and suspensions that begin and end, and warnings.
 * @param withPosts whether the posts must be hidden as well, which a job does
 */
export async function moderation({ host, victim }: Cast, withPosts: boolean): Promise<Chore> {
  const post = (await victim.call('POST', '/posts', { title: 'Much advertised' })).body.data?._id ?? '';
  const silenced = kept(false);
  const suspended = kept(false);
  const warnings: string[] = [];
  const path = `/admin/users/${victim.id}`;
  return {
    async act(acknowledge) {
      const text = `Warning ${randomBytes(6).toString('hex')}`;
      const { status } = await host.call('POST', `${path}/warn`, { message: text });
      if (status === 200) {
        warnings.push(text);
        acknowledge();
      }
      const silence = silenced.value() !== true;
      const silencing = () => host.call('PUT', `${path}/silence`, { silenced: silence });
      await silenced.set(silence, silencing, acknowledge);
      const suspend = suspended.value() !== true;
      const suspending = () => host.call('POST', `${path}/${suspend ? 'suspend' : 'lift'}`, {});
      await suspended.set(suspend, suspending, acknowledge);
    },
    async wrong(db) {
      const wrong: string[] = [];
      const user = idOf(victim.id);
      for (const text of warnings) {
        const told = await db.collection('moderationnotices').countDocuments({ user, text });
        if (told !== 1) wrong.push(`"${text}" was told ${told} times`);
      }
      const found = await db.collection('users').findOne({ _id: user });
      const isSilenced = (found?.['silencedAt'] ?? null) !== null;
      const isSuspended = (found?.['suspendedAt'] ?? null) !== null;
      if ((silenced.value() ?? isSilenced) !== isSilenced) wrong.push(`silenced: ${isSilenced}`);
      if ((suspended.value() ?? isSuspended) !== isSuspended) wrong.push(`suspended: ${isSuspended}`);
      const shown = await db.collection('posts').findOne({ _id: idOf(post) });
      if (withPosts && shown?.['hidden'] !== isSuspended)
        wrong.push(
          `a post of a user with suspended: ${isSuspended} has hidden: ${String(shown?.['hidden'])}`,
        );
      return wrong;
    },
  };
}

/** Collections with two posts, one of which leaves them with its bookmark. They are deleted later. */
export async function collections({ author }: Cast): Promise<Chore> {
  const write = async (title: string) =>
    (await author.call('POST', '/posts', { title })).body.data?._id ?? '';
  const [post, passing] = [await write('Worth keeping'), await write('Saved for a while')];
  await author.call('POST', `/posts/${post}/reactions`, { type: 'save', action: 'add' });
  const filled: string[] = [];
  const deleted: string[] = [];
  return {
    async act(acknowledge) {
      const name = `Kept ${randomBytes(6).toString('hex')}`;
      const { status, body } = await author.call('POST', '/collections', { name });
      const { _id: id = '' } = body.data ?? {};
      if (status !== 201) return;
      acknowledge();
      const adding = { post, action: 'add' };
      if ((await author.call('POST', `/collections/${id}/posts`, adding)).status !== 200) return;
      filled.push(id);
      acknowledge();
      // the counters must follow
      for (const action of ['add', 'remove']) {
        await author.call('POST', `/posts/${passing}/reactions`, { type: 'save', action });
        await author.call('POST', `/collections/${id}/posts`, { post: passing, action: 'add' });
      }
      if (filled.length < 4) return;
      const oldest = filled.shift()!;
      if ((await author.call('DELETE', `/collections/${oldest}`)).status !== 200) return;
      deleted.push(oldest);
      acknowledge();
    },
    async wrong(db) {
      const wrong: string[] = [];
      const found = await db
        .collection('postinteractions')
        .findOne({ post: idOf(post), user: idOf(author.id) });
      const inside = ((found?.['collections'] ?? []) as unknown[]).map(String);
      const isThere = async (id: string) =>
        (await db.collection('collections').countDocuments({ _id: idOf(id) })) === 1;
      for (const id of filled)
        if (!(await isThere(id)) || !inside.includes(id)) wrong.push(`the collection ${id} lost its post`);
      for (const id of deleted) if (await isThere(id)) wrong.push(`the collection ${id} is back`);
      return wrong;
    },
  };
}
