import { REPORT_REASON_NAMES } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { signUpAdmin } from '../../testing/people.js';
import { createTestApp } from '../../testing/test-app.js';

it('pages through 10,000 cases by index only, in each order, each case once [B9-8]', async () => {
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
    const decision = { _id: new Types.ObjectId(), act: 'dismiss', adminName: 'mod', at: now };
    await collection.insertMany(
      cases.map(({ _id: _former, open: _open, ...rest }: Record<string, unknown>, index) => ({
        ...rest,
        target: new Types.ObjectId(),
        decision: { ...decision, message: '', note: '' },
        closedAt: new Date(now.getTime() - (index % 500)),
      })) as never,
    );
    for (const list of [{ order: 'most' }, { order: 'oldest' }, { state: 'decided' }]) {
      const seen = new Set<string>();
      let cursor = '';
      for (let page = 0; page < 5; page += 1) {
        const answer = await agent.get('/admin/reports').query({ ...list, limit: 50, cursor });
        expect(answer.status, answer.text).toBe(200);
        for (const { _id } of answer.body.data as { _id: string }[]) seen.add(_id);
        cursor = answer.body.nextCursor;
      }
      expect(seen.size).toBe(250);
    }
    const open = { open: true, decision: null };
    for (const [sort, range] of [
      [
        { count: -1, _id: 1 },
        { ...open, count: { $lt: 5 } },
      ],
      [
        { firstAt: 1, _id: 1 },
        { ...open, firstAt: { $gt: new Date(now.getTime() - 300) } },
      ],
      [{ closedAt: -1, _id: -1 }, { closedAt: { $exists: true } }],
      [{ closedAt: -1, _id: -1 }, { closedAt: { $lt: new Date(now.getTime() - 300) } }],
    ] as const) {
      const wanted = { user: { $ne: new Types.ObjectId() }, ...range };
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
