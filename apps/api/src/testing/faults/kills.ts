import mongoose from 'mongoose';
import { createHosting } from './hosting.js';
import { healthIs, createMember, type Member, HEALTHY_WITHIN } from './member.js';
import { killNow, startApi } from './processes.js';
import { createListener, type Listener, wrongNotifications } from './told.js';
import { nothingWritten, writeUntil, type Written } from './writers.js';

export interface KillOptions {
  uri: string;
  kills: number;
  writers: number;
  /** Milliseconds of writing before a kill. */
  writesFor: (round: number) => number;
  /** Maximum milliseconds after the last start until all counters and notifications are correct. */
  repairWithin: number;
  /**
   * Maximum milliseconds after the last start until scheduled posts are published and the posts of suspended users
   * hidden. A kill can lock their jobs for minutes. Without it, neither is checked.
   */
  jobsWithin?: number;
  report?: (line: string) => void;
}

export interface KillResult {
  acknowledged: number;
  /** Kinds of writes of which none was acknowledged, which must be none in a run that is long enough. */
  idle: string[];
  /** Wrong counters and notifications right after the last start, and milliseconds until none was wrong. */
  wrongAtFirst: number;
  repairedAfter: number;
  wrong: string[];
}

type Database = mongoose.mongo.Db;
const idOf = (id: string) => new mongoose.mongo.ObjectId(id);
/** Maximum milliseconds until an event arrives; each process polls once a second. */
const EVENT_WITHIN = 30_000;
const FIRST_WRITE_WITHIN = 60_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns counters that do not match their documents. */
async function wrongCounters(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  for await (const post of db.collection('posts').find({}, { projection: { likes: 1, commentsCount: 1 } })) {
    const likes = await db.collection('postinteractions').countDocuments({ post: post._id, liked: true });
    const comments = await db.collection('comments').countDocuments({ post: post._id });
    if (post['likes'] !== likes)
      wrong.push(`${String(post._id)}: ${String(post['likes'])} likes said, ${likes} there`);
    if (post['commentsCount'] !== comments)
      wrong.push(`${String(post._id)}: ${String(post['commentsCount'])} comments said, ${comments} there`);
  }
  const bookmarks = db.collection('postinteractions');
  for await (const { user, saved = 0 } of db.collection('boards').find()) {
    const there = await bookmarks.countDocuments({ user: user as unknown, saved: true });
    if (saved !== there) wrong.push(`${String(user)}: ${String(saved)} bookmarks said, ${there} there`);
  }
  for await (const { _id, size } of db.collection('collections').find()) {
    const there = await bookmarks.countDocuments({ collections: _id });
    if (size !== there) wrong.push(`${String(_id)}: ${String(size)} collected said, ${there} there`);
  }
  return wrong;
}

/** Returns errors that are expected for a while after a kill. */
const wrongForNow = async (db: Database): Promise<string[]> => [
  ...(await wrongCounters(db)),
  ...(await wrongNotifications(db)),
];

/** Waits until the latest event matches the account's unread count. */
async function wrongEvents(listener: Listener, author: Member, deadline: number): Promise<string[]> {
  for (;;) {
    const { body } = await author.call('GET', '/notifications?limit=1');
    if (listener.unread() === body.unread) return [];
    if (performance.now() > deadline)
      return [`the latest event says ${listener.unread()} unread, the account ${body.unread}`];
    await pause(100);
  }
}

/** Returns acknowledged writes of a member that are missing. */
async function lostWrites(db: Database, member: Member, written: Written): Promise<string[]> {
  const lost: string[] = [];
  const there = async (collection: string, id: string) =>
    (await db.collection(collection).findOne({ _id: idOf(id) }, { projection: { _id: 1 } })) !== null;
  for (const id of written.posts) if (!(await there('posts', id))) lost.push(`post ${id} is gone`);
  for (const id of written.comments) if (!(await there('comments', id))) lost.push(`comment ${id} is gone`);
  for (const id of written.deleted)
    if ((await there('posts', id)) || (await there('comments', id)))
      lost.push(`${id} is back after its deletion`);
  for (const [post, liked] of written.likes) {
    if (written.unknown.has(post)) continue;
    const found = await db
      .collection('postinteractions')
      .findOne({ post: idOf(post), user: idOf(member.id) });
    if ((found?.['liked'] === true) !== liked) lost.push(`the like of ${post} is not ${String(liked)}`);
  }
  return lost;
}

/**
 * Kills the API repeatedly with SIGKILL during writes on one database. Checks that no acknowledged write is lost
 * and that, soon after the last start, every counter matches its documents and every author has exactly one
 * notification of each like and comment. An event listener that stays connected must receive the correct unread
 * count.
 */
export async function killLoop(options: KillOptions): Promise<KillResult> {
  const { uri, kills, writers, writesFor, repairWithin, jobsWithin = 0, report } = options;
  const start = () => startApi(uri, { LINK_CARDS: 'true' });
  const connection = await mongoose.createConnection(uri).asPromise();
  const db = connection.db as unknown as Database;
  let api = await start();
  await healthIs(api.url, 200, HEALTHY_WITHIN);
  const members = Array.from({ length: writers }, () => createMember(api.url));
  for (const member of members) await member.signUp();
  const author = members[0]!;
  const shared: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const answer = await author.call('POST', '/posts', { title: `Shared ${number}` });
    shared.push(answer.body.data?._id ?? '');
  }
  const hosting = await createHosting(api.url, db, { withJobs: jobsWithin > 0 });
  const listener = createListener(author);
  const written = members.map(nothingWritten);
  for (let round = 1; round <= kills; round += 1) {
    const end = new AbortController();
    const writing = members.map((member, index) =>
      writeUntil(member, written[index] ?? nothingWritten(), shared, end.signal),
    );
    const running = hosting.writeUntil(end.signal);
    await pause(writesFor(round));
    // on a busy machine the first write takes longer
    const patience = performance.now() + FIRST_WRITE_WITHIN;
    while (written.every(({ acknowledged }) => acknowledged === 0) && performance.now() < patience) {
      await pause(50);
    }
    end.abort();
    await killNow(api);
    await Promise.all([...writing, running]);
    api = await start();
    hosting.useUrl(api.url);
    for (const member of members) member.url = api.url;
    await healthIs(api.url, 200, HEALTHY_WITHIN);
    await author.call('POST', '/notifications/read', { until: new Date().toISOString() });
    report?.(`kill ${round} of ${kills}`);
  }
  const since = performance.now();
  try {
    const lost = await Promise.all(
      members.map((member, index) => lostWrites(db, member, written[index] ?? nothingWritten())),
    );
    let wrong = await wrongForNow(db);
    const wrongAtFirst = wrong.length;
    while (wrong.length > 0 && performance.now() - since < repairWithin) {
      await pause(500);
      wrong = await wrongForNow(db);
    }
    const events = await wrongEvents(listener, author, performance.now() + EVENT_WITHIN);
    const repairedAfter = performance.now() - since;
    let hosted = await hosting.wrong();
    while (hosted.length > 0 && performance.now() - since < jobsWithin) {
      await pause(500);
      hosted = await hosting.wrong();
    }
    const chores = hosting.acknowledged();
    return {
      acknowledged: [...written.map(({ acknowledged }) => acknowledged), ...chores.values()].reduce(
        (sum, calls) => sum + calls,
      ),
      idle: [...chores].filter(([, calls]) => calls === 0).map(([name]) => name),
      wrongAtFirst,
      repairedAfter,
      wrong: [...lost.flat(), ...wrong, ...events, ...hosted],
    };
  } finally {
    listener.close();
    await connection.close();
    await killNow(api);
  }
}
