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
