import type { CurrentUser, Post } from '@social-feed/contracts';
import { expect } from 'vitest';
import { appScene, type Scene } from './scene.js';
import type { Agent, TestApp } from './test-app.js';

export interface Person {
  agent: Agent;
  id: string;
}

/** Signs a user up. */
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

/** The result of signing up. */
export type SignedUp = Awaited<ReturnType<TestApp['signUp']>>;

/**
 * Signs an admin up.
 * @returns the result of signing up
 */
export async function signUpAdmin(app: TestApp): Promise<SignedUp> {
  const signedUp = await app.signUp();
  await app.ctx.admin.setAdmin(signedUp.user.userName, true);
  return signedUp;
}

/** Signs a moderator up. */
export async function signUpModerator(app: TestApp): Promise<SignedUp> {
  const signedUp = await app.signUp();
  await app.ctx.admin.setModerator(signedUp.user.userName, true);
  return signedUp;
}

export interface PeopleScene extends Scene {
  ada: Person;
  ben: Person;
  admin: Person;
}

/** One API for all tests of a file, with two users and an admin. */
export const peopleScene = (): PeopleScene =>
  appScene<PeopleScene>({}, async (scene) => {
    const { app } = scene;
    Object.assign(scene, { ada: await person(app), ben: await person(app), admin: await adminPerson(app) });
  });

export interface TwoUsersScene extends Scene {
  owner: { agent: Agent; user: CurrentUser };
  other: { agent: Agent; user: CurrentUser };
}

/** One API for all tests of a file, with two users. */
export const twoUsersScene = (): TwoUsersScene =>
  appScene<TwoUsersScene>({}, async (scene) => {
    [scene.owner, scene.other] = await Promise.all([scene.app.signUp(), scene.app.signUp()]);
  });

/**
 * Creates a post.
 * @returns the post as its author sees it
 */
export async function writePost(by: Person, fields: object = {}): Promise<Post> {
  const answer = await by.agent.post('/posts').send({ title: 'A heron at dusk', ...fields });
  expect(answer.status).toBe(201);
  return answer.body.data as Post;
}
