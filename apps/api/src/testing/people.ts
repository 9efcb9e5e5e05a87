import type { CurrentUser, Post } from '@social-feed/contracts';
import { expect } from 'vitest';
import { appScene, type Scene } from './scene.js';
import type { Agent, TestApp } from './test-app.js';

export interface Person {
  agent: Agent;
  id: string;
}

/** Signs somebody up. */
export async function person(app: TestApp): Promise<Person> {
  const { agent, user } = await app.signUp();
  return { agent, id: user._id };
}

/** Signs an admin up. */
export async function adminPerson(app: TestApp): Promise<Person> {
  const admin = await person(app);
  await app.ctx.models.User.updateOne({ _id: admin.id }, { $set: { isAdmin: true } });
  return admin;
}

/** Somebody as they signed up. */
export type SignedUp = Awaited<ReturnType<TestApp['signUp']>>;

/** Signs an admin up. @returns them as they signed up */
export async function signUpAdmin(app: TestApp): Promise<SignedUp> {
  const signedUp = await app.signUp();
  await app.ctx.admin.setAdmin(signedUp.user.userName, true);
  return signedUp;
}

export interface PeopleScene extends Scene {
  ada: Person;
  ben: Person;
  admin: Person;
}

/** An API for all tests of a file, with two people and an admin. */
export const peopleScene = (): PeopleScene =>
  appScene<PeopleScene>({}, async (scene) => {
    const { app } = scene;
    Object.assign(scene, { ada: await person(app), ben: await person(app), admin: await adminPerson(app) });
  });

export interface TwoUsersScene extends Scene {
  owner: { agent: Agent; user: CurrentUser };
  other: { agent: Agent; user: CurrentUser };
}

/** An API for all tests of a file, with somebody and somebody else. */
export const twoUsersScene = (): TwoUsersScene =>
  appScene<TwoUsersScene>({}, async (scene) => {
    [scene.owner, scene.other] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
  });

/** Writes a post. @returns it as the author is answered */
export async function writePost(by: Person, fields: object = {}): Promise<Post> {
  const answer = await by.agent.post('/posts').send({ title: 'A heron at dusk', ...fields });
  expect(answer.status).toBe(201);
  return answer.body.data as Post;
}
