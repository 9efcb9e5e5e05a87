import { t } from '@lingui/core/macro';
import { ACTS, REPORTED_ACTS, type ReportCase, type ReportedAct } from '@social-feed/contracts';
import { useEffect, useEffectEvent } from 'react';
import { pressed, type Shortcut } from '../../content/post/dialogs/shortcuts';
import { actsFor } from './reported-acts';

/** What the keys operate. */
interface Queue {
  chosen: ReportCase | undefined;
  /** Moves by so many reports. */
  move: (by: number) => void;
  open: (reportCase: ReportCase) => void;
  /** Focuses the note of the chosen report. */
  note: () => void;
  act: (reportCase: ReportCase, act: ReportedAct) => void;
  undo: () => void;
  help: () => void;
}

type QueueKey = Shortcut<(queue: Queue) => void>;

const MOVING = t({ message: 'Moving', comment: 'Keys that move from report to report.' });
const DECIDING = t({ message: 'Deciding', comment: 'Keys that decide about a report.' });
const ANYWHERE = t`Anywhere here`;

/** Once for acts that share a key: the chosen report decides which of them it is. */
const ACT_KEYS = new Map(
  REPORTED_ACTS.map((name): [string, QueueKey] => {
    const { label, report } = ACTS[name];
    const run = ({ chosen, act }: Queue) => {
      const fitting = chosen && actsFor(chosen).find((one) => ACTS[one].report.key === report.key);
      if (fitting) act(chosen, fitting);
    };
    return [report.key, { group: DECIDING, what: label, keys: [report.key], run }];
  }),
);

/** The keys of the queue. Its help lists them in this order. */
export const QUEUE_KEYS: readonly QueueKey[] = [
  { group: MOVING, what: t`Next reports`, keys: ['j'], repeats: true, run: ({ move }) => move(1) },
  { group: MOVING, what: t`Previous reports`, keys: ['k'], repeats: true, run: ({ move }) => move(-1) },
  {
    group: MOVING,
    what: t`Open what is reported`,
    keys: ['o'],
    run: ({ chosen, open }) => chosen && open(chosen),
  },
  ...ACT_KEYS.values(),
  { group: DECIDING, what: t`Write a note`, keys: ['n'], run: ({ note }) => note() },
  { group: DECIDING, what: t`Undo, for ten seconds`, keys: ['u'], run: ({ undo }) => undo() },
  { group: ANYWHERE, what: t`From a field to its reports`, keys: ['Esc'] },
  { group: ANYWHERE, what: t`These keys`, keys: ['?'], run: ({ help }) => help() },
];

/** Operates the queue with keys, and moves from a field to its reports on Esc. */
export const useQueueKeys = (queue: Queue): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target instanceof Element)
      event.target.closest<HTMLElement>('[data-report]')?.focus();
    const run = pressed(QUEUE_KEYS, event);
    if (!run) return;
    // keeps the letter out of a field that it focuses
    event.preventDefault();
    run(queue);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
