import { REPORT_REASON_NAMES } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { signUpAdmin } from '../../testing/people.js';
import { createTestApp } from '../../testing/test-app.js';

it('pages through 10,000 cases by index only, in both orders, each case once [B9-8]', async () => {
  const app = await createTestApp();
  try {
    const { agent } = await signUpAdmin(app);
    const now = app.clock.now();
    const none = Object.fromEntries(REPORT_REASON_NAMES.map((name) => [name, 0]));
    const cases = Array.from({ length: 10_000 }, (_, index) => ({
      kind: 'post',
      target: new Types.ObjectId(),
      user: new Types.ObjectId(),
      open: true,
      ...none,
      count: 1 + (index % 7),
      spam: 1 + (index % 7),
      firstAt: new Date(now.getTime() - (index % 500)),
      lastAt: now,
      decision: null,
      notes: [],
    }));
    const { collection } = app.ctx.models.ReportCase;
    await collection.insertMany(cases);
    for (const order of ['most', 'oldest']) {
      const seen = new Set<string>();
      let cursor = '';
      for (let page = 0; page < 5; page += 1) {
        const answer = await agent.get('/admin/reports').query({ order, limit: 50, cursor });
        expect(answer.status, answer.text).toBe(200);
        for (const { _id } of answer.body.data as { _id: string }[]) seen.add(_id);
        cursor = answer.body.nextCursor;
      }
      expect(seen.size).toBe(250);
    }
    for (const [sort, range] of [
      [{ count: -1, _id: 1 }, { count: { $lt: 5 } }],
      [{ firstAt: 1, _id: 1 }, { firstAt: { $gt: new Date(now.getTime() - 300) } }],
    ] as const) {
      const wanted = { open: true, decision: null, user: { $ne: new Types.ObjectId() }, ...range };
      const plan = await collection
        .find(wanted as never)
        .sort(sort)
        .limit(51)
        .explain('executionStats');
      expect(plan['executionStats'].totalDocsExamined).toBeLessThanOrEqual(51);
      expect(plan['executionStats'].totalKeysExamined).toBeLessThanOrEqual(52);
    }
  } finally {
    await app.close();
  }
}, 60_000);
