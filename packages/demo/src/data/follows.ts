import { DEMO_EPOCH, DEMO_PEOPLE, DEMO_SEED, personAt } from './people.js';
import { distinctBelow, randomFor } from './random.js';
import { longTail } from './reactions.js';
import type { DemoFollow } from './types.js';

const LEAST = 3;
const MOST = 30;

/** Returns whom a demo user follows. Users beyond the demo set follow no one. */
export function followsOf(index: number): DemoFollow[] {
  if (index >= DEMO_PEOPLE) return [];
  const random = randomFor(DEMO_SEED, 'follows', index);
  const count = Math.min(MOST, LEAST + Math.floor(4 * longTail(random.next())));
  return distinctBelow(random, DEMO_PEOPLE, count, index).map((person) => {
    const from = Math.max(personAt(index).joinedAt.getTime(), personAt(person).joinedAt.getTime());
    return { person, at: new Date(from + Math.floor(random.next() * (DEMO_EPOCH.getTime() - from))) };
  });
}

/** Number of followers of a user within the demo set. */
export const followersOf = (index: number): number =>
  Array.from({ length: DEMO_PEOPLE }, (_, from) => followsOf(from)).filter((follows) =>
    follows.some(({ person }) => person === index),
  ).length;
