import type mongoose from 'mongoose';
import type { Member } from './member.js';

type Database = mongoose.mongo.Db;
type Id = mongoose.mongo.ObjectId;

/** If a notification has more events than it stores, this many of the newest must be there. */
const NEWEST = 10;

interface ToldEntry {
  ref: Id;
  isOn: boolean;
}

/**
 * Returns missing, wrong and duplicate events of a notification.
 * @param there the actual events, newest last
 */
async function wrongOf(db: Database, id: string, there: readonly string[]): Promise<string[]> {
  const record = await db.collection<{ _id: string }>('notifications').findOne({ _id: id });
  const { entries = [], more = false } = (record ?? {}) as { entries?: ToldEntry[]; more?: boolean };
  const told = entries.filter(({ isOn }) => isOn).map(({ ref }) => String(ref));
  const expected = more ? there.slice(-NEWEST) : there;
  return [
    ...expected.filter((ref) => !told.includes(ref)).map((ref) => `${id} does not tell of ${ref}`),
    ...told.filter((ref) => !there.includes(ref)).map((ref) => `${id} tells of ${ref}, which is not so`),
    ...told.filter((ref, index) => told.indexOf(ref) !== index).map((ref) => `${id} tells of ${ref} twice`),
  ];
}

/** Returns likes and comments without a notification, with two, or with one although they were undone. */
export async function wrongNotifications(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  for await (const post of db.collection('posts').find({}, { projection: { user: 1 } })) {
    const others = { post: post._id, user: { $ne: post['user'] as Id } };
    const likes = await db
      .collection('postinteractions')
      .find({ ...others, liked: true })
      .toArray();
    const comments = await db.collection('comments').find(others).sort({ _id: 1 }).toArray();
    const about = `${String(post['user'])}:${String(post._id)}`;
    wrong.push(
      ...(await wrongOf(
        db,
        `like:${about}`,
        likes.map(({ user }) => String(user)),
      )),
      ...(await wrongOf(
        db,
        `comment:${about}`,
        comments.map(({ _id }) => String(_id)),
      )),
    );
  }
  return wrong;
}

export type Listener = ReturnType<typeof createListener>;

/** Listens to a user's events and reconnects when the process ends, as a browser does. */
export function createListener(member: Member) {
  let unread: number | undefined;
  let lastId = '';
  const end = new AbortController();

  async function follow(): Promise<void> {
    while (!end.signal.aborted) {
      await listen().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function listen(): Promise<void> {
    const resume: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId };
    const answer = await fetch(`${member.url}/notifications/events`, {
      headers: { ...member.headers(), ...resume },
      signal: end.signal,
    });
    if (answer.body === null || answer.status !== 200) return;
    let text = '';
    for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) {
      text += bytes;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) hear(event);
    }
  }

  function hear(event: string): void {
    const found = /^id: (.+)\nevent: unread\ndata: (.+)$/.exec(event);
    if (found === null) return;
    lastId = found[1]!;
    unread = (JSON.parse(found[2]!) as { unread: number }).unread;
  }

  void follow();
  return {
    /** Unread count of the latest event; `undefined` before the first. */
    unread: () => unread,
    close: () => end.abort(),
  };
}
