import type { ReportAct, ReportCase } from '@social-feed/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button';
import { EmptyState } from '../../components/ui/empty-state';
import { Paged } from '../../components/ui/paged';
import { Segmented } from '../../components/ui/segmented';
import { Skeletons } from '../../components/ui/skeleton';
import { messageOf } from '../../lib/api-error';
import { shortcutOf } from '../../lib/keys';
import { toast } from '../../lib/toast';
import { useFocusKept } from '../../lib/use-focus-kept';
import { KeysHelp, type KeyGroup } from '../content/post/dialogs/keys-help';
import { isFreeLetter } from '../content/post/dialogs/shortcuts';
import { DecideDialog } from './decide-dialog';
import { actsFor, placeOf, ReportCard } from './report-card';
import { useDecisions } from './use-decisions';
import { keys } from '../../cache/keys';
import { useKeyset } from '../../cache/use-keyset';
import { api } from '../../lib/api-client';

const ORDERS = { most: 'Most reported', oldest: 'Oldest' };

const ACT_KEYS: Record<string, ReportAct> = {
  r: 'remove',
  m: 'mark-sensitive',
  w: 'warn',
  s: 'suspend',
  d: 'dismiss',
};
const KEYS: KeyGroup[] = [
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
      { keys: ['r'], what: 'Remove' },
      { keys: ['m'], what: 'Mark sensitive' },
      { keys: ['w'], what: 'Warn' },
      { keys: ['s'], what: 'Suspend' },
      { keys: ['d'], what: 'Dismiss' },
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

/** Open reports, operated with buttons or keys. */
export const ReportQueue = () => {
  const [order, setOrder] = useState<keyof typeof ORDERS>('most');
  const query = useKeyset(keys.reports(order), (cursor, signal) =>
    api.call('listReportCases', { query: { order, cursor }, signal }),
  );
  const { busy, decide, undo } = useDecisions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ reportCase: ReportCase; act: 'warn' | 'suspend' } | null>(null);
  const [help, setHelp] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  const navigate = useNavigate();
  const { items: cases, hasNextPage, isFetchingNextPage, fetchNextPage } = query;

  const cards = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-report]') ?? [])];
  const indexOfChosen = () => cases.findIndex(({ _id }) => _id === chosen);
  const choose = (card: HTMLElement | undefined): void => {
    (card ?? box.current)?.focus();
    setChosen(card?.dataset['report'] ?? null);
  };
  const focus = (index: number): void => {
    const all = cards();
    const card = all[Math.max(0, Math.min(index, all.length - 1))];
    choose(card);
    card?.scrollIntoView?.({ block: 'nearest' });
    if (index >= all.length - 2 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  /** Index of the card to focus next: the one that takes the decided card's position. */
  const next = useRef<number | null>(null);
  useEffect(() => {
    // An open dialog would take the focus back.
    if (next.current === null || asking) return;
    const index = next.current;
    next.current = null;
    const all = cards();
    choose(all[Math.min(index, all.length - 1)]);
  }, [cases, asking]);

  const run = async (reportCase: ReportCase, body: Parameters<typeof decide>[1]): Promise<void> => {
    await decide(reportCase, body, () => {
      next.current = cases.indexOf(reportCase);
    });
  };
  const handleAct = (reportCase: ReportCase, act: ReportAct): void => {
    if (busy !== null || !actsFor(reportCase).includes(act)) return;
    if (act === 'warn' || act === 'suspend') setAsking({ reportCase, act });
    else run(reportCase, { act }).catch((error: unknown) => toast.error(messageOf(error)));
  };

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target instanceof Element)
      event.target.closest<HTMLElement>('[data-report]')?.focus();
    const key = shortcutOf(event);
    if (!isFreeLetter(event) || (event.repeat && !/^[jk]$/.test(key))) return;
    const index = indexOfChosen();
    const reportCase = cases[index];
    const act = ACT_KEYS[key];
    if (key === 'j') focus(index + 1);
    else if (key === 'k') focus(index - 1);
    else if (key === 'u') void undo();
    else if (key === '?') setHelp(true);
    else if (!reportCase) return;
    else if (act) handleAct(reportCase, act);
    else if (key === 'o') {
      const place = placeOf(reportCase);
      if (place) void navigate(place);
    } else if (key === 'n') {
      cards()[index]?.querySelector<HTMLElement>('form input')?.focus();
      // Keep the shortcut's letter out of the field.
      event.preventDefault();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segmented label="Order" size="sm" options={ORDERS} value={order} onChange={setOrder} />
        <Button variant="ghost" size="sm" onClick={() => setHelp(true)}>
          Keys
        </Button>
      </div>
      <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <Paged
          query={query}
          what="reports"
          isEmpty={cases.length === 0}
          loading={<Skeletons what="reports" count={2} className="h-64 rounded-card" />}
          empty={<EmptyState title="Nothing to decide" text="Nobody reports anything at the moment." />}
        >
          {cases.map((reportCase) => (
            <ReportCard
              key={reportCase._id}
              reportCase={reportCase}
              chosen={reportCase._id === chosen}
              busy={busy === reportCase._id}
              onChoose={() => setChosen(reportCase._id)}
              onAct={(act) => handleAct(reportCase, act)}
            />
          ))}
        </Paged>
      </div>
      {asking ? (
        <DecideDialog
          {...asking}
          // A refetched case may show an edited text, which this decision is then about.
          onDecide={(body) =>
            run(cases.find(({ _id }) => _id === asking.reportCase._id) ?? asking.reportCase, body)
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      {help ? <KeysHelp groups={KEYS} onClose={() => setHelp(false)} /> : null}
    </>
  );
};
