import { t } from '@lingui/core/macro';
import { ACTS, REPORTED_ACTS, type ReportCase, type ReportedAct } from '@social-feed/contracts';
import { useEffect, useEffectEvent } from 'react';
import { shortcutOf } from '../../../lib/keys';
import { listed, type KeyGroup, type ListedKey } from '../../content/post/dialogs/keys-help';
import { isFreeLetter } from '../../content/post/dialogs/shortcuts';
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

interface QueueKey extends ListedKey {
  /** Whether a held key acts again and again. */
  repeats?: true;
  run: (queue: Queue) => void;
}

const MOVING = t({ message: 'Moving', comment: 'Keys that move from report to report.' });
const DECIDING = t({ message: 'Deciding', comment: 'Keys that decide about a report.' });
const ANYWHERE = t`Anywhere here`;

/** Once for acts that share a key: the chosen report decides which of them it is. */
const ACT_KEYS = Object.fromEntries(
  REPORTED_ACTS.map((name): [string, QueueKey] => {
    const { label, report } = ACTS[name];
    const run = ({ chosen, act }: Queue) => {
      const fitting = chosen && actsFor(chosen).find((one) => ACTS[one].report.key === report.key);
      if (fitting) act(chosen, fitting);
    };
    return [report.key, { group: DECIDING, what: label, run }];
  }),
);

/** The keys of the queue. Its help lists them in this order. */
const QUEUE_KEYS: Readonly<Record<string, QueueKey>> = {
  j: { group: MOVING, what: t`Next reports`, repeats: true, run: ({ move }) => move(1) },
  k: { group: MOVING, what: t`Previous reports`, repeats: true, run: ({ move }) => move(-1) },
  o: { group: MOVING, what: t`Open what is reported`, run: ({ chosen, open }) => chosen && open(chosen) },
  ...ACT_KEYS,
  n: { group: DECIDING, what: t`Write a note`, run: ({ note }) => note() },
  u: { group: DECIDING, what: t`Undo, for ten seconds`, run: ({ undo }) => undo() },
  '?': { group: ANYWHERE, what: t`These keys`, run: ({ help }) => help() },
};

const ESCAPE = { keys: ['Esc'], what: t`From a field to its reports` };
export const KEYS: KeyGroup[] = [
  { name: MOVING, keys: listed(QUEUE_KEYS, MOVING) },
  { name: DECIDING, keys: listed(QUEUE_KEYS, DECIDING) },
  { name: ANYWHERE, keys: [ESCAPE, ...listed(QUEUE_KEYS, ANYWHERE)] },
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
