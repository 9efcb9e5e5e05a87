import type { PlanCase } from './plans.js';

/** Every case in which a plan once returned other results than a scan; found by `npm run faults -- db`. */
export const planExamples: PlanCase[] = [
  // a number in a path is a field name, missing in the elements of an array, or an index of the array
  [[{ a: [{}] }], [[{ 'a.0': 1 }, {}]], [[{ 'a.0': null }, undefined]]],
  [[{ a: [{}, {}] }], [[{ 'a.1': 1 }, {}]], [[{ 'a.1': { $in: [null] } }, undefined]]],
];
