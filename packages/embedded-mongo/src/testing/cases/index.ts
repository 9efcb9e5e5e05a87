import type { Case } from './case.js';
import { expressions } from './expressions.js';
import { matching } from './matching.js';
import { ordering } from './ordering.js';
import { projecting } from './projecting.js';
import { stages } from './stages.js';
import { updating } from './updating.js';

/** All cases by topic. */
export const topics: Record<string, Case[]> = {
  matching,
  ordering,
  updating,
  projecting,
  expressions,
  stages,
};
