import type { Post, ReactionState } from '@social-feed/contracts';
import { beforeEach, expect } from 'vitest';
import { appScene, type Scene } from './scene.js';
import type { Agent } from './test-app.js';

export interface ReactionScene extends Scene {
  ada: Agent;
  ben: Agent;
  cleo: Agent;
  /** ada's post, a new one for each test */
  post: string;
  /**
   * Creates a post as ada, or with another agent.
   * @returns its ID
   */
  write: (by?: Agent) => Promise<string>;
  /**
   * Sends a POST request to a path.
   * @returns the reaction state in the response
   */
  call: (agent: Agent, path: string, body?: object) => Promise<ReactionState>;
  /** Likes the post as ben, or with another agent. */
  like: (agent?: Agent) => Promise<ReactionState>;
}

/** A scene of users who react to a post. */
export function reactionScene(): ReactionScene {
  const scene = appScene<ReactionScene>({}, async (filled) => {
    for (const name of ['ada', 'ben', 'cleo'] as const) filled[name] = (await filled.app.signUp()).agent;
  });
  beforeEach(async () => {
    scene.post = await scene.write();
  });
  scene.write = async (by = scene.ada) =>
    ((await by.post('/posts').send({ title: 'Blue hour' })).body.data as Post)._id;
  scene.call = async (agent, path, body) => {
    const answer = await agent.post(path).send(body ?? {});
    expect(answer.status).toBe(200);
    return answer.body.data as ReactionState;
  };
  scene.like = (agent = scene.ben) => scene.call(agent, `/post-interactions/${scene.post}/like`);
  return scene;
}
