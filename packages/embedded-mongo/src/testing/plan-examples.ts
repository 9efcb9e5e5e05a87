import type { PlanCase } from './plans.js';

/** Every case in which a plan once answered otherwise than a scan; found by `npm run faults -- db`. */
export const planExamples: PlanCase[] = [
  // a name that is a number is missing in the elements of an array, and also its place in it
  [[{ a: [{}] }], [[{ 'a.0': 1 }, {}]], [[{ 'a.0': null }, undefined, undefined]]],
  [[{ a: [{}, {}] }], [[{ 'a.1': 1 }, {}]], [[{ 'a.1': { $in: [null] } }, undefined, undefined]]],
];
