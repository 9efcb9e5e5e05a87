import { Types } from 'mongoose';
import { afterEach, expect } from 'vitest';
import { appScene } from './scene.js';
import { PASSWORD } from './browsers.js';
import { newPost } from './content.js';
import type { SignedUp } from './people.js';

/** A user with a confirmed address and a post. */
export interface Reader extends SignedUp {
  post: string;
}

/** One API for all tests of a file, with helpers for digests. */
export function digestScene() {
  const scene = appScene();
  /** The readers of the current test. */
  const readers: SignedUp[] = [];
  afterEach(async () => {
    readers.splice(0);
    await scene.app.ctx.models.NotificationSettings.deleteMany();
  });
  const digestsTo = async ({ user }: SignedUp) =>
    (await scene.app.ctx.mail.kept(user.email)).filter(({ subject }) => subject.startsWith('What is new'));
  const signIn = async (): Promise<void> => {
    for (const { agent, user } of readers)
      await agent.post('/auth/login').send({ emailOrUsername: user.userName, password: PASSWORD });
  };
  return {
    scene,
    digestsTo,
    set: ({ agent }: SignedUp, digest: string) =>
      agent.patch('/notifications/settings').send({ digest }).expect(200),
    reader: async (fullName = 'Ada', title = 'Sea'): Promise<Reader> => {
      const someone = await scene.app.signUp({ fullName });
      await scene.app.ctx.models.User.updateOne({ _id: someone.user._id }, { $unset: { confirmEmail: 1 } });
      const stored = newPost(new Types.ObjectId(someone.user._id), {
        title,
        createdAt: scene.app.clock.now(),
      });
      await scene.app.ctx.posts.positions.insert([stored]);
      const post = stored._id.toHexString();
      readers.push(someone);
      return { ...someone, post };
    },
    comment: async (by: SignedUp, { post }: Reader, body = 'Nice') =>
      (await by.agent.post('/comments').send({ postId: post, body }).expect(201)).body.data._id as string,
    /** Advances the clock, which ends sessions, runs the jobs and signs the readers in again. */
    pass: async (milliseconds: number): Promise<void> => {
      scene.app.clock.advance(milliseconds);
      await scene.app.ctx.jobs.add('digests');
      await scene.app.ctx.jobs.runDue('digests');
      await scene.app.ctx.jobs.runDue('digest');
      await signIn();
    },
    signIn,
    /** The only digest that a user received. */
    onlyDigest: async (someone: SignedUp) => {
      const mails = await digestsTo(someone);
      expect(mails).toHaveLength(1);
      return mails[0]!;
    },
  };
}
