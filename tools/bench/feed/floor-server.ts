// The floor: node:http, the raw driver, 20 posts by an index, and JSON.stringify; the minimum for any framework.
import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';
import { sendJson } from '../lib/send-json.js';

const client = await new MongoClient(process.env['MONGODB_URI'] ?? '', { maxPoolSize: 50 }).connect();
const posts = client.db().collection('posts');

createServer((request, response) => {
  const before = Number(
    new URL(request.url ?? '/', 'http://localhost').searchParams.get('before') ?? Date.now(),
  );
  const found = posts
    .find({ hidden: false, createdAt: { $lt: new Date(before) } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(20);
  void sendJson(response, found.toArray());
}).listen(Number(process.env['PORT']), '127.0.0.1');
