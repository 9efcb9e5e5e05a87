import { ACTS, REPORTED_ACTS, type ReportCase, type ReportedAct } from '@social-feed/contracts';
import { useEffect, useEffectEvent } from 'react';
import { shortcutOf } from '../../../lib/keys';
import { listed, type KeyGroup, type ListedKey } from '../../content/post/dialogs/keys-help';
import { isFreeLetter } from '../../content/post/dialogs/shortcuts';
import { actsFor } from './report-card';

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

interface QueueKey extends ListedKey {
  /** Whether a held key acts again and again. */
  repeats?: true;
  run: (queue: Queue) => void;
}

/** Once for acts that share a key: the chosen report decides which of them it is. */
const ACT_KEYS = Object.fromEntries(
  REPORTED_ACTS.map((name): [string, QueueKey] => {
    const { label, report } = ACTS[name];
    const run = ({ chosen, act }: Queue) => {
      const fitting = chosen && actsFor(chosen).find((one) => ACTS[one].report.key === report.key);
      if (fitting) act(chosen, fitting);
    };
    return [report.key, { group: 'Deciding', what: label, run }];
  }),
);

/** The keys of the queue. Its help lists them in this order. */
const QUEUE_KEYS: Readonly<Record<string, QueueKey>> = {
  j: { group: 'Moving', what: 'Next reports', repeats: true, run: ({ move }) => move(1) },
  k: { group: 'Moving', what: 'Previous reports', repeats: true, run: ({ move }) => move(-1) },
  o: { group: 'Moving', what: 'Open what is reported', run: ({ chosen, open }) => chosen && open(chosen) },
  ...ACT_KEYS,
  n: { group: 'Deciding', what: 'Write a note', run: ({ note }) => note() },
  u: { group: 'Deciding', what: 'Undo, for ten seconds', run: ({ undo }) => undo() },
  '?': { group: 'Anywhere here', what: 'These keys', run: ({ help }) => help() },
};

const ESCAPE = { keys: ['Esc'], what: 'From a field to its reports' };
export const KEYS: KeyGroup[] = [
  { name: 'Moving', keys: listed(QUEUE_KEYS, 'Moving') },
  { name: 'Deciding', keys: listed(QUEUE_KEYS, 'Deciding') },
  { name: 'Anywhere here', keys: [ESCAPE, ...listed(QUEUE_KEYS, 'Anywhere here')] },
];

/** Operates the queue with keys, and moves from a field to its reports on Esc. */
export const useQueueKeys = (queue: Queue): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target instanceof Element)
      event.target.closest<HTMLElement>('[data-report]')?.focus();
    const key = shortcutOf(event);
    const known = Object.hasOwn(QUEUE_KEYS, key) ? QUEUE_KEYS[key] : undefined;
    if (!known || !isFreeLetter(event) || (event.repeat && !known.repeats)) return;
    // keeps the letter out of a field that it focuses
    event.preventDefault();
    known.run(queue);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
