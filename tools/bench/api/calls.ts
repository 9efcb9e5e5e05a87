import { createHmac } from 'node:crypto';
import { MongoClient, ObjectId } from 'mongodb';
import type { Call } from '../lib/load.js';
import { signUp } from '../lib/member.js';
import type { Member, Pair } from './pair.js';
import { socialCalls } from './social-calls.js';

const MEMBERS = 8;
const POSTS = 200;
/** Minimum number of comments per post on the comments page. */
const COMMENTS = 20;
const PER_PAGE = 20;
const SEEDS = 50;

/** Signs a new user up on both sides. */
async function newMember(api: string, floorSecret: string): Promise<Member> {
  const { id, cookie } = await signUp(api);
  const signature = createHmac('sha256', floorSecret).update(id).digest('hex');
  return { id, cookie, floorCookie: `floor=${id}.${signature}` };
}

/** Posts that are read and liked, and their authors. */
async function findPosts(uri: string) {
  const client = await new MongoClient(uri).connect();
  try {
    const db = client.db();
    const posts = await db
      .collection('posts')
      .find({ hidden: false })
      .sort({ _id: 1 })
      .limit(POSTS)
      .toArray();
    const authors = await db
      .collection('users')
      .find({ _id: { $in: posts.map((post) => post['user'] as never) } })
      .toArray();
    return {
      ids: posts.map(({ _id }) => _id.toHexString()),
      authors: authors.map((user) => ({ id: user._id.toHexString(), name: user['userNameLower'] as string })),
    };
  } finally {
    await client.close();
  }
}

const inTurn = <T>(list: readonly T[]): (() => T) => {
  let next = 0;
  return () => {
    const item = list[next % list.length];
    if (item === undefined) throw new Error('An empty list');
    next += 1;
    return item;
  };
};

/** The measured calls, on a database with posts; writes comments if there are none. */
export async function callsOf(uri: string, api: string, floor: string, floorSecret: string): Promise<Pair[]> {
  const { ids, authors } = await findPosts(uri);
  const members: Member[] = [];
  for (let made = 0; made < MEMBERS; made += 1) members.push(await newMember(api, floorSecret));
  const discussed = ids.slice(0, 10);

  const client = await new MongoClient(uri).connect();
  await client
    .db()
    .collection('floorsessions')
    .insertMany(members.map(({ id }) => ({ _id: new ObjectId(id) })));
  await client.close();

  let count = 0;
  const key = () => `bench-${process.pid}-${(count += 1)}`;
  const write = (member: Member, more: Partial<Call> = {}): Omit<Call, 'url'> => ({
    method: 'POST',
    ...more,
    headers: {
      cookie: member.cookie,
      'idempotency-key': key(),
      ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  const comment = (postId: string, member: Member): Call => ({
    url: `${api}/comments`,
    ...write(member, { body: JSON.stringify({ postId, body: `What the bench says, number ${count}.` }) }),
  });
  for (const postId of discussed)
    for (let written = 0; written < COMMENTS; written += 1) {
      const { url, ...init } = comment(postId, members[written % MEMBERS] as Member);
      const answer = await fetch(url, init);
      if (!answer.ok) throw new Error(`A comment was answered by ${answer.status}: ${await answer.text()}`);
    }

  const [member, post, author, talk] = [inTurn(members), inTurn(ids), inTurn(authors), inTurn(discussed)];
  const seed = inTurn(Array.from({ length: SEEDS }, (_, index) => index * 19_997 + 7));
  const feed = (cookie?: string): Call => ({
    url: `${api}/posts/infinite?page=1&limit=${PER_PAGE}&sortBy=random&sortOrder=desc&seed=${seed()}`,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
  const signed = (path: string, more: Partial<Call> = {}): Call => ({
    url: `${floor}${path}`,
    headers: { cookie: member().floorCookie, 'idempotency-key': key() },
    ...more,
  });
  // one member after the other likes each post, then unlikes it, so no call waits for another
  const [liked, floorLiked] = [inTurn(ids), inTurn(ids)];

  return [
    { name: 'feed page, visitor', api: () => feed(), floor: () => ({ url: `${floor}/feed` }), aim: 1.1 },
    {
      name: 'feed page, member',
      api: () => feed(member().cookie),
      floor: () => signed('/member-feed'),
      aim: 1.2,
    },
    {
      name: 'who am I',
      api: () => ({ url: `${api}/auth/me`, headers: { cookie: member().cookie } }),
      floor: () => signed('/me'),
      aim: 2,
    },
    {
      name: 'like, with its key',
      api: () => ({ url: `${api}/post-interactions/${liked()}/like`, ...write(member()) }),
      floor: () => signed(`/like/${floorLiked()}`, { method: 'POST' }),
      aim: 2,
    },
    {
      name: 'comment, with its key',
      api: () => comment(post(), member()),
      floor: () =>
        signed(`/comment/${post()}`, {
          method: 'POST',
          body: JSON.stringify({ body: `What the bench says, number ${count}.` }),
        }),
      aim: 2.5,
    },
    {
      name: 'comments of a post',
      api: () => ({ url: `${api}/comments/post/${talk()}?page=1&limit=15` }),
      floor: () => ({ url: `${floor}/comments/${talk()}` }),
      aim: 2,
    },
    {
      name: 'post page',
      api: () => ({ url: `${api}/posts/${post()}` }),
      floor: () => ({ url: `${floor}/post/${post()}` }),
      aim: 2,
    },
    {
      name: 'profile',
      api: () => ({ url: `${api}/users/username/${author().name}` }),
      floor: () => ({ url: `${floor}/profile/${author().name}` }),
      aim: 2,
    },
    {
      name: 'board',
      api: () => ({ url: `${api}/boards/user/${author().id}` }),
      floor: () => ({ url: `${floor}/board/${author().id}` }),
      aim: 2,
    },
    ...(await socialCalls({ api, floor, members, authors: authors.map(({ id }) => id), inTurn, write })),
  ];
}
