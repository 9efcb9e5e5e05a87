import { NOTIFICATION_KINDS } from '@social-feed/contracts';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { expect, it, vi } from 'vitest';
import { DAY, SECOND } from '../../platform/time.js';
import { insertPosts } from '../../testing/content.js';
import { runs } from '../../testing/runs.js';
import { appScene } from '../../testing/scene.js';

const scene = appScene();
const KEPT_AFTER = 16 * SECOND;

type Someone = Awaited<ReturnType<typeof signUp>>;
const signUp = async () => {
  const { user } = await scene.app.signUp();
  return { id: new Types.ObjectId(user._id) };
};

/** The number that calls answer, and the number of unread ones in a list of all. */
async function numbersOf({ id }: Someone) {
  const { inbox } = scene.app.ctx.notifications;
  const { data, nextCursor } = await inbox.page(id.toHexString(), 100, undefined);
  expect(nextCursor).toBeNull();
  const [{ unread: beside }, unread] = [
    await inbox.page(id.toHexString(), 1, undefined),
    await inbox.unread(id.toHexString()),
  ];
  return { answered: [beside, unread], counted: data.filter(({ isRead }) => !isRead).length };
}

/** A reader with posts, and people who do something with them. */
async function readerAndOthers() {
  const reader = await signUp();
  const others = await Promise.all([signUp(), signUp(), signUp()]);
  const posts = (await insertPosts(scene.app, 4, reader.id)).map((id) => new Types.ObjectId(id));
  return { reader, others, posts };
}
type Around = Awaited<ReturnType<typeof readerAndOthers>>;

const like = (
  { reader, posts, others }: Around,
  { post, person, isLiked }: { post: number; person: number; isLiked: boolean },
) =>
  scene.app.ctx.notifications.onLike({
    author: reader.id,
    post: posts[post % posts.length]!,
    user: others[person]!.id,
    isLiked,
    changedAt: scene.app.clock.now(),
  });

async function block(by: Someone, person: Someone, isOn: boolean) {
  const kind = isOn ? 'block' : 'unblock';
  const { people, relations } = scene.app.ctx;
  await people.relationships.change(by.id, [
    { kind, user: person.id.toHexString(), at: scene.app.clock.now().toISOString() },
  ]);
  relations.forgetBlockersOf(person.id.toHexString());
}

interface Step {
  person: number;
  post: number;
  isOn: boolean;
}

const ACTS: Record<string, (around: Around, step: Step) => Promise<unknown>> = {
  like: (around, { isOn, ...step }) => like(around, { ...step, isLiked: isOn }),
  follow: ({ reader, others }, { person, isOn }) =>
    scene.app.ctx.notifications.onFollow({
      ...{ person: reader.id, user: others[person]!.id, isFollowing: isOn },
      ...{ since: scene.app.clock.now(), changedAt: scene.app.clock.now() },
    }),
  read: ({ reader }) =>
    scene.app.ctx.notifications.inbox.read(reader.id.toHexString(), scene.app.clock.now()),
  mute: ({ reader }, { isOn, post }) =>
    scene.app.ctx.notifications.settings.change(reader.id, {
      muted: isOn ? [NOTIFICATION_KINDS[post % NOTIFICATION_KINDS.length]!, 'like'] : [],
    }),
  block: ({ reader, others }, { person, isOn }) => block(reader, others[person]!, isOn),
  beBlocked: ({ reader, others }, { person, isOn }) => block(others[person]!, reader, isOn),
  suspend: ({ others }, { person, isOn }) =>
    scene.app.ctx.users.changeIf(
      { _id: others[person]!.id },
      { suspendedAt: isOn ? scene.app.clock.now() : null },
    ),
  remove: ({ posts }, { post }) =>
    posts.length === 1
      ? Promise.resolve()
      : scene.app.ctx.posts.removals.removeReported(posts.splice(post % posts.length, 1)[0]!),
  // as the database removes what has expired
  expire: async () => {
    scene.app.clock.advance(91 * DAY);
    await scene.app.ctx.models.Notification.deleteMany({ expiresAt: { $lte: scene.app.clock.now() } });
  },
  wait: () => {
    scene.app.clock.advance(KEPT_AFTER);
    return Promise.resolve();
  },
};

it('answers the number of unread notifications after any sequence of acts [B5-28]', async () => {
  const steps = fc.array(
    fc.record({
      act: fc.constantFrom(...Object.keys(ACTS)),
      person: fc.nat(2),
      post: fc.nat(9),
      isOn: fc.boolean(),
      waits: fc.constantFrom(0, SECOND, KEPT_AFTER),
    }),
    { minLength: 6, maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const around = await readerAndOthers();
      for (const post of [0, 1, 2]) await like(around, { post, person: post, isLiked: true });
      for (const { act, waits, ...step } of all) {
        await ACTS[act]!(around, step);
        scene.app.clock.advance(waits);
        const { answered, counted } = await numbersOf(around.reader);
        expect(answered, act).toEqual([counted, counted]);
      }
    }),
    { numRuns: runs(12, 200) },
  );
});

it('reads a number that was counted before, not the notifications', async () => {
  const around = await readerAndOthers();
  for (const post of [0, 1, 2]) await like(around, { post, person: 0, isLiked: true });
  scene.app.clock.advance(KEPT_AFTER);
  await numbersOf(around.reader);
  const find = vi.spyOn(scene.app.ctx.models.Notification.collection, 'find');
  expect(await scene.app.ctx.notifications.inbox.unread(around.reader.id.toHexString())).toBe(3);
  // only when they changed last
  expect(find.mock.calls.map(([, options]) => options?.projection)).toEqual([{ _id: 0, touchedAt: 1 }]);
  find.mockRestore();
});

it('answers the right number after a process that crashes before it writes a notification', async () => {
  const around = await readerAndOthers();
  await like(around, { post: 0, person: 0, isLiked: true });
  const { collection } = scene.app.ctx.models.Notification;
  const die = vi.spyOn(collection, 'bulkWrite').mockRejectedValueOnce(new Error('killed'));
  await expect(like(around, { post: 1, person: 0, isLiked: true })).rejects.toThrow('killed');
  die.mockRestore();
  scene.app.clock.advance(KEPT_AFTER);
  expect((await numbersOf(around.reader)).answered).toEqual([1, 1]);
  // as the repair does later
  await like(around, { post: 1, person: 0, isLiked: true });
  expect((await numbersOf(around.reader)).answered).toEqual([2, 2]);
});

it('keeps no number that was counted during a slow write', async () => {
  const around = await readerAndOthers();
  await like(around, { post: 0, person: 0, isLiked: true });
  scene.app.clock.advance(KEPT_AFTER);
  const { collection } = scene.app.ctx.models.Notification;
  const write = collection.bulkWrite.bind(collection);
  const slow = vi.spyOn(collection, 'bulkWrite').mockImplementationOnce(async (...args) => {
    scene.app.clock.advance(KEPT_AFTER);
    expect(await scene.app.ctx.notifications.inbox.unread(around.reader.id.toHexString())).toBe(1);
    return write(...args);
  });
  await like(around, { post: 1, person: 0, isLiked: true });
  slow.mockRestore();
  expect((await numbersOf(around.reader)).answered).toEqual([2, 2]);
});
