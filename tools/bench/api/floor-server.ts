// The floors: node:http, the raw driver, JSON.stringify, and the fewest commands with the same guarantees: sessions
// that can be ended, idempotency keys, counts, and authors in the answers. It checks nothing else, and writes to
// separate collections.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { MongoClient, ObjectId, type Document } from 'mongodb';
import { sendJson } from '../lib/send-json.js';

const client = await new MongoClient(process.env['MONGODB_URI'] ?? '', { maxPoolSize: 50 }).connect();
const db = client.db();
const [posts, users, boards] = [db.collection('posts'), db.collection('users'), db.collection('boards')];
const comments = db.collection('comments');
const written = {
  sessions: db.collection('floorsessions'),
  keys: db.collection<{ _id: string; answer?: string }>('floorkeys'),
  posts: db.collection('floorposts'),
  flags: db.collection('floorflags'),
  comments: db.collection('floorcomments'),
  follows: db.collection<{ _id: ObjectId; list: ObjectId[] }>('floorfollows'),
  told: db.collection<{ user: ObjectId; post: ObjectId; people: ObjectId[]; at: Date; isRead: boolean }>(
    'floortold',
  ),
  /** Users and notification kinds that a reader muted. */
  unwanted: db.collection<{ _id: ObjectId; people: ObjectId[]; kinds: string[] }>('floorunwanted'),
};
await written.told.createIndex({ user: 1, at: -1 }, {}, {});
await written.told.createIndex({ user: 1, post: 1 }, { unique: true }, {});
await written.flags.createIndex({ post: 1, user: 1 }, { unique: true }, {});
await written.comments.createIndex({ post: 1, createdAt: -1 }, {}, {});
const TEXTS = { title: 1, description: 1, contentWarning: 1 } as const;
const secret = process.env['FLOOR_SECRET'] ?? '';

/** The user of the session in the cookie `floor=<id>.<signature>`, unless it was ended. */
const readerOf = async (request: IncomingMessage): Promise<ObjectId> => {
  const [id = '', signature] = (request.headers.cookie?.split('floor=')[1] ?? '').split('.');
  const user = new ObjectId(id);
  if (createHmac('sha256', secret).update(id).digest('hex') !== signature) throw new Error('Not signed in');
  if ((await written.sessions.findOne({ _id: user })) === null) throw new Error('Signed out');
  return user;
};

/** Runs the action of an idempotency key once and stores the answer. */
const once = async <T>(request: IncomingMessage, act: () => Promise<T>): Promise<T> => {
  const _id = String(request.headers['idempotency-key']);
  await written.keys.insertOne({ _id });
  const answer = await act();
  await written.keys.updateOne({ _id }, { $set: { answer: JSON.stringify(answer) } });
  return answer;
};

const authorsOf = (written: readonly Document[]) =>
  users
    .find({
      _id: { $in: [...new Set(written.map((one) => String(one['user'])))].map((id) => new ObjectId(id)) },
    })
    .toArray();

const bodyOf = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
};

const newest = () =>
  posts
    .find({ hidden: false, createdAt: { $lt: new Date() } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(20)
    .toArray();

/** Open event streams by user id. */
const listening = new Map<string, ServerResponse>();

/** Likes or unlikes a post and updates its count. */
const toggleLike = async (user: ObjectId, post: ObjectId) => {
  const flag = await written.flags.findOneAndUpdate(
    { post, user },
    [{ $set: { liked: { $not: '$liked' } } }],
    { upsert: true, returnDocument: 'after' },
  );
  const by = flag?.['liked'] === true ? 1 : -1;
  const counted = await written.posts.findOneAndUpdate(
    { _id: post },
    { $inc: { likes: by } },
    { upsert: true, returnDocument: 'after', projection: { likes: 1 } },
  );
  return { by, counted };
};

const answers: Record<string, (request: IncomingMessage, id: string) => Promise<unknown>> = {
  feed: newest,
  'member-feed': async (request) => {
    const user = await readerOf(request);
    const page = await newest();
    const flags = await written.flags.find({ post: { $in: page.map(({ _id }) => _id) }, user }).toArray();
    return { page, flags };
  },
  me: async (request) => users.findOne({ _id: await readerOf(request) }),
  like: async (request, id) => {
    const [user, post] = [await readerOf(request), new ObjectId(id)];
    return once(request, async () => (await toggleLike(user, post)).counted);
  },
  comment: async (request, id) => {
    const { body = '' } = await bodyOf(request);
    const comment = {
      post: new ObjectId(id),
      user: await readerOf(request),
      body,
      createdAt: new Date(),
      likes: 0,
    };
    return once(request, async () => {
      await written.comments.insertOne(comment);
      await written.posts.updateOne({ _id: comment.post }, { $inc: { commentsCount: 1 } }, { upsert: true });
      return comment;
    });
  },
  comments: async (_request, id) => {
    const page = await comments
      .find({ post: new ObjectId(id) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(15)
      .toArray();
    return { page, authors: await authorsOf(page) };
  },
  post: async (_request, id) => {
    const post = await posts.findOne({ _id: new ObjectId(id) });
    return { post, authors: await authorsOf(post === null ? [] : [post]) };
  },
  profile: (_request, name) => users.findOne({ userNameLower: name }),
  follow: async (request) => {
    const { list = '' } = await bodyOf(request);
    const followed = list.split(',').map((id) => new ObjectId(id));
    return written.follows.updateOne(
      { _id: await readerOf(request) },
      { $set: { list: followed } },
      { upsert: true },
    );
  },
  following: async (request) => {
    const follows = await written.follows.findOne({ _id: await readerOf(request) });
    const page = await posts
      .find({ user: { $in: follows?.list ?? [] }, hidden: false })
      .sort({ createdAt: -1, _id: -1 })
      .limit(20)
      .toArray();
    return { page, authors: await authorsOf(page) };
  },
  unseen: async (request) => {
    const user = await readerOf(request);
    const page = await newest();
    const flags = await written.flags.find({ post: { $in: page.map(({ _id }) => _id) }, user }).toArray();
    const seen = new Set(flags.map((flag) => String(flag['post'])));
    const unseen = page.filter(({ _id }) => !seen.has(String(_id)));
    return { page: unseen, authors: await authorsOf(unseen) };
  },
  inbox: async (request) => {
    const user = await readerOf(request);
    const [page, unwanted] = await Promise.all([
      written.told.find({ user }).sort({ at: -1 }).limit(20).toArray(),
      written.unwanted.findOne({ _id: user }),
    ]);
    const blocked = new Set(unwanted?.people.map(String));
    const wanted = page.flatMap((one) => one.people).filter((id) => !blocked.has(String(id)));
    const [people, about] = await Promise.all([
      users.find({ _id: { $in: wanted } }).toArray(),
      posts.find({ _id: { $in: page.map(({ post }) => post) } }, { projection: TEXTS }).toArray(),
    ]);
    return { page, people, about };
  },
  told: async (request, id) => {
    const reader = await readerOf(request);
    const [author, post] = id.split('.').map((part) => new ObjectId(part)) as [ObjectId, ObjectId];
    return once(request, async () => {
      const { by, counted } = await toggleLike(reader, post);
      const [now, one] = [
        { at: new Date(), isRead: false },
        { user: author, post },
      ];
      if (by === 1)
        await written.told.updateOne(one, { $addToSet: { people: reader }, $set: now }, { upsert: true });
      else await written.told.updateOne(one, { $pull: { people: reader } });
      const unread = await written.told.countDocuments({ user: author, isRead: false }, { limit: 30 });
      listening.get(String(author))?.write(`event: unread\ndata: ${JSON.stringify({ unread })}\n\n`);
      return counted;
    });
  },
  board: async (_request, id) => {
    const user = new ObjectId(id);
    return Promise.all([users.findOne({ _id: user }), boards.findOne({ user })]);
  },
};

createServer((request, response) => {
  const [, what = '', id = ''] = (request.url ?? '/').split('/');
  if (what === 'events') {
    void readerOf(request).then((user) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      listening.set(String(user), response);
    });
    return;
  }
  const answer = answers[what];
  void sendJson(response, answer ? answer(request, id) : Promise.reject(new Error(`There is no ${what}`)));
}).listen(Number(process.env['PORT']), '127.0.0.1');
