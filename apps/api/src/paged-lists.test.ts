import fc from 'fast-check';
import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { newPost, userRecord } from './testing/content.js';
import { peopleScene, person, writePost } from './testing/people.js';
import { runs } from './testing/runs.js';
import type { Agent } from './testing/test-app.js';

const scene = peopleScene();
const id = (text: string) => new Types.ObjectId(text);
const models = () => scene.app.ctx.models;

/** A list, and functions that add and remove its rows. Added rows sort after all earlier ones. */
interface Listed {
  path: string;
  agent: Agent;
  add: () => Promise<string>;
  remove: (row: string) => Promise<unknown>;
  idOf?: (row: Record<string, string>) => string;
  /** whether pages use a page number and a listing */
  isByListing?: boolean;
}

let made = 0;
// All rows together take less than the lifetime of a session.
const next = () => {
  scene.app.clock.advance(100);
  made += 1;
  return made;
};

async function insertUser(fields: object = {}): Promise<string> {
  const number = next();
  const record = userRecord(`walker_${number}`, `Walker ${number}`, scene.app.clock.now());
  const _id = new Types.ObjectId();
  await models().User.collection.insertOne({ _id, ...record, ...fields });
  return _id.toHexString();
}
const removeUser = (row: string) => models().User.collection.deleteOne({ _id: id(row) });

/** Posts of one author, listed by a query. */
async function posts(query: (author: string) => string, path = '/posts'): Promise<Listed> {
  const author = await person(scene.app);
  const word = `word${next()}x`;
  return {
    path: `${path.replace(':id', author.id)}?${query(author.id).replace('WORD', word)}`,
    agent: scene.app.agent(),
    async add() {
      const fields = {
        searchTerms: [word],
        tagKeys: [word],
        likes: next(),
        createdAt: scene.app.clock.now(),
      };
      const post = newPost(id(author.id), { ...fields, hasMedia: true });
      await scene.app.ctx.posts.positions.insert([post]);
      return post._id.toHexString();
    },
    remove: (row) => models().Post.collection.deleteOne({ _id: id(row) }),
  };
}

async function comments(query: string, isByListing = false): Promise<Listed> {
  const { _id: post } = await writePost(scene.ada);
  return {
    path: `/comments/post/${post}?${query}`,
    agent: scene.app.agent(),
    isByListing,
    async add() {
      const { body } = await scene.ben.agent.post('/comments').send({ postId: post, body: `c${next()}` });
      return body.data._id as string;
    },
    remove: (row) => scene.ben.agent.delete(`/comments/${row}`).expect(200),
  };
}

async function bookmarks(query: string): Promise<Listed> {
  const reader = await person(scene.app);
  const save = (post: string) => reader.agent.post(`/posts/${post}/bookmark`).expect(200);
  return {
    path: `/posts/bookmarks?${query}`,
    agent: reader.agent,
    async add() {
      next();
      const { _id } = await writePost(scene.ada, { title: `Saved ${made}` });
      await save(_id);
      return _id;
    },
    remove: save,
  };
}

const LISTS: Record<string, () => Promise<Listed>> = {
  'comments, the newest first, by listing': () => comments('sortOrder=desc', true),
  'comments in the smart order, by listing': () => comments('orderType=smart', true),
  'comments, the oldest first': () => comments('sortOrder=asc'),
  'comments in the smart order': () => comments('orderType=smart'),
  'all posts, shuffled': () => posts(() => `seed=${next()}`),
  'posts by words': () => posts(() => 'q=WORD&sortBy=createdAt'),
  'posts by words and likes': () => posts(() => 'q=WORD&sortBy=likes&sortOrder=asc'),
  'posts by tag': () => posts(() => 'tag=WORD&sortBy=createdAt'),
  'posts by tag, shuffled': () => posts(() => 'tag=WORD&sortBy=random&seed=7'),
  'posts by author': () => posts((author) => `userId=${author}&sortBy=createdAt`),
  'posts by author and words': () =>
    posts((author) => `userId=${author}&q=WORD&sortBy=createdAt&sortOrder=asc`),
  'a profile': () => posts(() => '', '/posts/user/:id'),
  'the media of a profile': () => posts(() => 'media=true', '/posts/user/:id'),
  tags: async () => {
    const list = await posts(() => 'q=WORD', '/search/tags');
    const word = new URLSearchParams(list.path.split('?')[1]).get('q')!;
    const tags = new Map<string, string>();
    return {
      ...list,
      async add() {
        const tag = `${word}tag${next()}`;
        const post = newPost(new Types.ObjectId(), { tags: [tag], tagKeys: [tag] });
        await scene.app.ctx.posts.positions.insert([post]);
        tags.set(tag, post._id.toHexString());
        return tag;
      },
      remove: (tag) => list.remove(tags.get(tag)!),
      idOf: (row) => row['tag']!,
    };
  },
  'people by a word of their name': () =>
    Promise.resolve({
      path: '/search/people?q=walker',
      agent: scene.app.agent(),
      add: () => insertUser(),
      remove: removeUser,
    }),
  'people by another word of their name': async () => {
    const fullName = `Some Rambler${next()}`;
    const { personTerms } = await import('./community/users/people-terms.js');
    return {
      path: `/search/people?q=${fullName.split(' ')[1]}`,
      agent: scene.app.agent(),
      add: () => insertUser({ fullName, searchTerms: personTerms({ fullName, userName: 'x' }) }),
      remove: removeUser,
    };
  },
  'suspended people': async () => {
    await models().User.updateMany({}, { suspendedAt: null });
    return {
      path: '/admin/suspended?',
      agent: scene.admin.agent,
      add: () => insertUser({ suspendedAt: new Date(scene.app.clock.now().getTime() + made) }),
      remove: removeUser,
    };
  },
  bookmarks: () => bookmarks(''),
  'bookmarks by words': () => bookmarks('q=saved'),
  'a collection': async () => {
    const reader = await person(scene.app);
    const { body } = await reader.agent.post('/collections').send({ name: 'All' });
    const path = `/collections/${body.data._id}`;
    return {
      path: `${path}?`,
      agent: reader.agent,
      async add() {
        next();
        const { _id: post } = await writePost(scene.ada);
        await reader.agent.post(`/posts/${post}/bookmark`).expect(200);
        await reader.agent.post(`${path}/posts`).send({ post, action: 'add' }).expect(200);
        return post;
      },
      remove: (post) => reader.agent.post(`${path}/posts`).send({ post, action: 'remove' }).expect(200),
    };
  },
  replies: async () => {
    const { _id: post } = await writePost(scene.ada);
    const say = async (fields: object) => {
      const { body } = await scene.ben.agent
        .post('/comments')
        .send({ postId: post, body: `c${next()}`, ...fields });
      return body.data._id as string;
    };
    const parent = await say({});
    return {
      path: `/comments/${parent}/replies?`,
      agent: scene.app.agent(),
      add: () => say({ parent }),
      remove: (row) => scene.ben.agent.delete(`/comments/${row}`).expect(200),
    };
  },
  'people who like a post': async () => {
    const { _id: post } = await writePost(scene.ada);
    const { PostInteraction } = models();
    return {
      path: `/posts/${post}/likes?`,
      agent: scene.app.agent(),
      async add() {
        const user = await insertUser();
        const likedAt = scene.app.clock.now();
        await PostInteraction.collection.insertOne({ post: id(post), user: id(user), liked: true, likedAt });
        return user;
      },
      remove: (row) => PostInteraction.collection.deleteOne({ post: id(post), user: id(row) }),
    };
  },
  followers: async () => {
    const { Relationship } = models();
    const owner = await person(scene.app);
    return {
      path: `/people/${owner.id}/followers?`,
      agent: scene.app.agent(),
      async add() {
        const user = await insertUser();
        const followingSince = scene.app.clock.now();
        const follow = { user: id(user), person: id(owner.id), following: true, followingSince };
        await Relationship.collection.insertOne(follow);
        return user;
      },
      remove: (row) => Relationship.collection.deleteOne({ user: id(row), person: id(owner.id) }),
    };
  },
};

const LIMIT = 3;

/**
 * Reads a list to its end.
 * @param between is called after each page
 */
async function walk(list: Listed, between: (seen: readonly string[]) => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  let at = '';
  for (let page = 1; page < 100; page += 1) {
    const { status, body } = await list.agent.get(`${list.path}&limit=${LIMIT}${at}`);
    expect(status, JSON.stringify(body)).toBe(200);
    seen.push(...body.data.map(list.idOf ?? ((row: { _id: string }) => row._id)));
    if (list.isByListing ? !body.pagination.hasNextPage : body.nextCursor === null) return seen;
    at = list.isByListing ? `&page=${page + 1}&listing=${body.listing}` : `&cursor=${body.nextCursor}`;
    await between(seen);
  }
  throw new Error('The list does not end');
}

/** Changes after a page: the number of added rows, and the indexes of removed rows. */
const changes = fc.array(fc.record({ adds: fc.nat(2), removes: fc.array(fc.nat(20), { maxLength: 3 }) }), {
  minLength: 2,
  maxLength: 5,
});

/** Rows before and behind the reader go, and others come. */
const SOME_CHANGES = [
  { adds: 2, removes: [0, 3, 5] },
  { adds: 1, removes: [1] },
];

it.each(Object.keys(LISTS))(
  'shows each row once while rows are added and removed: %s [B1-14]',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: 14 }), changes, async (count, happening) => {
        const list = await LISTS[name]!();
        const rows: string[] = [];
        for (let row = 0; row < count; row += 1) rows.push(await list.add());
        const staying = new Set(rows);
        const left = [...happening];
        const seen = await walk(list, async () => {
          const { adds, removes } = left.shift() ?? { adds: 0, removes: [] };
          for (const place of removes) {
            const [row] = rows.splice(place % Math.max(1, rows.length), 1);
            if (row === undefined) continue;
            staying.delete(row);
            await list.remove(row);
          }
          for (let row = 0; row < adds; row += 1) rows.push(await list.add());
        });
        expect(new Set(seen).size).toBe(seen.length);
        expect([...staying].filter((row) => !seen.includes(row))).toEqual([]);
        for (const row of rows) await list.remove(row);
      }),
      { numRuns: runs(2, 12), examples: [[9, SOME_CHANGES]] },
    );
  },
  120_000,
);
