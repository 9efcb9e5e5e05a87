import type { CurrentUser } from '@social-feed/contracts';
import { beforeAll, beforeEach, expect } from 'vitest';
import { signUpAdmin, type SignedUp } from './people.js';
import { appScene, type Scene } from './scene.js';
import type { TestApp } from './test-app.js';

/** How long a decision waits, in milliseconds. */
export const UNDO_FOR = 10_000;

let scene: Scene;

export let admin: SignedUp;
export let other: SignedUp;
export let author: SignedUp;
/** A post of the author, and the case about it. */
export let post: string;
export let id: string;

/** Reports something and returns the case. */
export const reported = async (fields: object): Promise<string> => {
  const { agent } = await scene.app.signUp();
  const answer = await agent.post('/reports').send({ reason: 'spam', ...fields });
  expect(answer.status, answer.text).toBe(201);
  const { target } = fields as { target: string };
  return (await scene.app.ctx.models.ReportCase.findOne({ target, open: true }).lean())!._id.toString();
};

/** One API for the tests of a file with two admins, and before each test an author with a reported post. */
export function decisionScene(): Scene {
  const made = appScene();
  scene = made;
  beforeAll(async () => {
    [admin, other] = [await signUpAdmin(scene.app), await signUpAdmin(scene.app)];
  });
  beforeEach(async () => {
    author = await scene.app.signUp();
    post = (await author.agent.post('/posts').send({ title: 'Cheap <b>pills</b>' })).body.data._id;
    id = await reported({ kind: 'post', target: post });
  });
  return made;
}

export const decide = ({ agent }: SignedUp, body: object, reportCase = id) =>
  agent.post(`/admin/reports/${reportCase}/decision`).send(body);
/** Carries out the decisions whose wait is over. */
export const due = async (app: TestApp = scene.app) => {
  await app.ctx.jobs.add('report-acts');
  await app.ctx.jobs.runDue('report-acts');
};
/** Waits until all decisions are due, and carries them out. */
export const later = async (app: TestApp = scene.app) => {
  app.clock.advance(UNDO_FOR);
  await due(app);
};
export const logOf = async (user: CurrentUser) =>
  (await scene.app.ctx.admin.log.latest(1000)).filter((entry) => entry.user.toString() === user._id);
export const postStatus = async () => (await scene.app.agent().get(`/posts/${post}`)).status;
/** The moderation mails to a user. */
export const mailTo = async (user: CurrentUser) =>
  (await scene.app.ctx.mail.kept(user.email)).filter(({ subject }) => /moderators|suspended/.test(subject));
export const isOpen = async (reportCase = id) =>
  (await scene.app.ctx.models.ReportCase.countDocuments({ _id: reportCase, open: true, decision: null })) ===
  1;
