import { ACTS, REPORTED_ACTS } from '@social-feed/contracts';
import type { KeyGroup } from '../../content/post/dialogs/keys-help';

/** The key of each act, once for those that share it. */
const ACT_KEYS = [...new Map(REPORTED_ACTS.map((act) => [ACTS[act].report.key as string, ACTS[act].label]))];
/** The keys of the open reports, for their help. */
export const KEYS: KeyGroup[] = [
  {
    name: 'Moving',
    keys: [
      { keys: ['j'], what: 'Next reports' },
      { keys: ['k'], what: 'Previous reports' },
      { keys: ['o'], what: 'Open what is reported' },
    ],
  },
  {
    name: 'Deciding',
    keys: [
      ...ACT_KEYS.map(([key, what]) => ({ keys: [key], what })),
      { keys: ['n'], what: 'Write a note' },
      { keys: ['u'], what: 'Undo, for ten seconds' },
    ],
  },
  {
    name: 'Anywhere here',
    keys: [
      { keys: ['Esc'], what: 'From a field to its reports' },
      { keys: ['?'], what: 'These keys' },
    ],
  },
];
