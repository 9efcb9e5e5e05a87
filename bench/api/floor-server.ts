// The floors: node:http and the raw driver, the fewest commands that each call could take, JSON.stringify. Nothing is
// checked but the signature of the session. What is written goes to collections of its own.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { MongoClient, ObjectId } from 'mongodb';

const client = await new MongoClient(process.env['MONGODB_URI'] ?? '', { maxPoolSize: 50 }).connect();
const db = client.db();
const [posts, users, boards] = [db.collection('posts'), db.collection('users'), db.collection('boards')];
const comments = db.collection('comments');
const written = {
  posts: db.collection('floorposts'),
  flags: db.collection('floorflags'),
  comments: db.collection('floorcomments'),
};
await written.flags.createIndex({ post: 1, user: 1 }, { unique: true }, {});
await written.comments.createIndex({ post: 1, createdAt: -1 }, {}, {});
const secret = process.env['FLOOR_SECRET'] ?? '';

/** The user that the cookie `floor=<id>.<signature>` names. */
const readerOf = (request: IncomingMessage): ObjectId => {
  const [id = '', signature] = (request.headers.cookie?.split('floor=')[1] ?? '').split('.');
  if (createHmac('sha256', secret).update(id).digest('hex') !== signature) throw new Error('Not signed in');
  return new ObjectId(id);
};

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

const answers: Record<string, (request: IncomingMessage, id: string) => Promise<unknown>> = {
  feed: newest,
  'member-feed': async (request) => {
    const user = readerOf(request);
    const page = await newest();
    const flags = await written.flags.find({ post: { $in: page.map(({ _id }) => _id) }, user }).toArray();
    return { page, flags };
  },
  me: (request) => users.findOne({ _id: readerOf(request) }),
  like: async (request, id) => {
    const post = new ObjectId(id);
    const flag = await written.flags.findOneAndUpdate(
      { post, user: readerOf(request) },
      [{ $set: { liked: { $not: '$liked' } } }],
      { upsert: true, returnDocument: 'after' },
    );
    const by = flag?.['liked'] === true ? 1 : -1;
    return written.posts.findOneAndUpdate(
      { _id: post },
      { $inc: { likes: by } },
      { upsert: true, returnDocument: 'after', projection: { likes: 1 } },
    );
  },
  comment: async (request, id) => {
    const { body = '' } = await bodyOf(request);
    const post = new ObjectId(id);
    const comment = { post, user: readerOf(request), body, createdAt: new Date(), likes: 0 };
    await written.comments.insertOne(comment);
    await written.posts.updateOne({ _id: post }, { $inc: { commentsCount: 1 } }, { upsert: true });
    return comment;
  },
  comments: (_request, id) =>
    comments
      .find({ post: new ObjectId(id) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(15)
      .toArray(),
  post: (_request, id) => posts.findOne({ _id: new ObjectId(id) }),
  profile: (_request, name) => users.findOne({ userNameLower: name }),
  board: (_request, id) => boards.findOne({ user: new ObjectId(id) }),
};

createServer((request, response) => {
  const [, what = '', id = ''] = (request.url ?? '/').split('/');
  const answer = answers[what];
  (answer ? answer(request, id) : Promise.reject(new Error(`There is no ${what}`))).then(
    (data) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ success: true, data }));
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
}).listen(Number(process.env['PORT']), '127.0.0.1');
