import type { Notification } from '@social-feed/contracts';
import { appScene } from './scene.js';
import type { Agent, TestApp } from './test-app.js';

export type Someone = Awaited<ReturnType<TestApp['signUp']>>;

interface Told {
  data: Notification[];
  unread: number;
  nextCursor: string | null;
}

/** An app, and the calls of people who do things and are told of them. */
export function notificationScene() {
  const scene = appScene();
  const postOf = async ({ agent }: Someone, fields: object = { title: 'Sea' }): Promise<string> =>
    (await agent.post('/posts').send(fields)).body.data._id as string;
  const toldTo = async ({ agent }: { agent: Agent }, query = ''): Promise<Told> =>
    (await agent.get(`/notifications${query}`).expect(200)).body as Told;
  return {
    scene,
    signUp: () => scene.app.signUp(),
    postOf,
    like: ({ agent }: Someone, post: string) => agent.post(`/post-interactions/${post}/like`).expect(200),
    comment: async ({ agent }: Someone, postId: string, body = 'Nice'): Promise<string> =>
      (await agent.post('/comments').send({ postId, body })).body.data._id as string,
    change: ({ agent }: Someone, kind: string, { user }: Someone) => {
      scene.app.clock.advance(1000);
      const changes = [{ kind, user: user._id, at: scene.app.clock.now().toISOString() }];
      return agent.post('/people/changes').send({ changes }).expect(200);
    },
    toldTo,
    /** The notifications in short form. */
    short: async (someone: Someone) =>
      (await toldTo(someone)).data.map(({ kind, post, people, count }) => ({
        kind,
        title: post?.title,
        names: people.map(({ userName }) => userName),
        count,
      })),
    read: ({ agent }: Someone, until = scene.app.clock.now().toISOString()) =>
      agent.post('/notifications/read').send({ until }),
  };
}
