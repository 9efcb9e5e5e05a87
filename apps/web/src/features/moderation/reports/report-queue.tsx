import { t } from '@lingui/core/macro';
import { actOf, type MemberAct, type ReportCase, type ReportedAct } from '@social-feed/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/empty-state';
import { Paged } from '../../../components/ui/paged';
import { Segmented } from '../../../components/ui/segmented';
import { Skeletons } from '../../../components/ui/skeletons';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { TOUCH_ONLY, useMediaQuery } from '../../../lib/use-media-query';
import { useOwnAccount } from '../../../lib/viewer';
import { KeysHelp } from '../../content/post/dialogs/keys-help';
import { ActDialog } from '../admin/act-dialog';
import { sentencesOf } from '../admin/act-sentences';
import { nameOf, ReportCard } from './report-card';
import { alsoFor } from './reported-acts';
import { placeOf } from './reported-content';
import { QUEUE_KEYS, useQueueKeys } from './report-keys';
import { useChosenReport } from './use-chosen-report';
import { useDecisions } from './use-decisions';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { api } from '../../../lib/api-client';

const STATES = {
  open: t({ message: 'Open', context: 'adjective', comment: 'Reports that are not decided.' }),
  decided: t`Decided`,
};
const ORDERS = { most: t`Most reported`, oldest: t({ message: 'Oldest', context: 'reports' }) };

const NOTHING_TO_DECIDE = (
  <EmptyState title={t`Nothing to decide`} text={t`Nobody reports anything at the moment.`} />
);
const NOTHING_DECIDED = (
  <EmptyState title={t`Nothing decided yet`} text={t`What you or others decide stands here.`} />
);

/** An act that asks for words, which is at the page of the member as well. */
type Asking = Extract<ReportedAct, MemberAct>;
const isAsking = (act: ReportedAct): act is Asking => (actOf(act).asks?.length ?? 0) > 0;

interface ChoicesProps {
  state: keyof typeof STATES;
  order: keyof typeof ORDERS;
  onState: (state: keyof typeof STATES) => void;
  onOrder: (order: keyof typeof ORDERS) => void;
  onKeys: () => void;
}

/** Which reports the queue shows. */
const Choices = ({ state, order, onState, onOrder, onKeys }: ChoicesProps) => {
  const isTouchOnly = useMediaQuery(TOUCH_ONLY);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <Segmented
        label={t({
          message: 'Show',
          context: 'label of a choice',
          comment: 'Label of a choice: what the list shows.',
        })}
        size="sm"
        options={STATES}
        value={state}
        onChange={onState}
      />
      {state === 'open' ? (
        <Segmented
          label={t({ message: 'Order', comment: 'How reports are sorted.' })}
          size="sm"
          options={ORDERS}
          value={order}
          onChange={onOrder}
        />
      ) : null}
      {isTouchOnly ? null : (
        <Button variant="ghost" size="sm" onClick={onKeys}>
          {t`Keys`}
        </Button>
      )}
    </div>
  );
};

/** Open reports, or decided ones, operated with buttons or keys. */
export const ReportQueue = () => {
  const [order, setOrder] = useState<keyof typeof ORDERS>('most');
  const [state, setState] = useState<keyof typeof STATES>('open');
  const isOpen = state === 'open';
  const query = useKeyset(keys.reports(isOpen ? order : state), (cursor, signal) =>
    api.call('listReportCases', { query: { state, order, cursor }, signal }),
  );
  const { busy, decide, undo, reopen } = useDecisions();
  const [asking, setAsking] = useState<{ reportCase: ReportCase; act: Asking } | null>(null);
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const viewer = useOwnAccount();
  const { items: cases } = query;
  const { box, chosen, setChosen, cards, moveTo, leave } = useChosenReport(query, asking !== null);
  const run = (
    reportCase: ReportCase,
    act: ReportedAct,
    words: Parameters<typeof decide>[2] = {},
  ): Promise<void> => decide(reportCase, act, words, () => leave(reportCase));
  const handleAct = (reportCase: ReportCase, act: ReportedAct): void => {
    if (busy !== null) return;
    if (isAsking(act)) setAsking({ reportCase, act });
    else run(reportCase, act).catch((error: unknown) => toast.error(messageOf(error)));
  };

  const index = cases.findIndex(({ _id }) => _id === chosen);
  useQueueKeys({
    chosen: cases[index],
    move: (by) => moveTo(index + by),
    open: (reportCase) => {
      const place = placeOf(reportCase);
      if (place) void navigate(place);
    },
    note: () => cards()[index]?.querySelector<HTMLElement>('form input')?.focus(),
    act: handleAct,
    undo: () => void undo(),
    help: () => setHelp(true),
  });

  const asked = asking?.reportCase.author?.userName ?? '';
  const name = asking ? nameOf(asking.reportCase) : '';
  return (
    <>
      <Choices
        state={state}
        order={order}
        onState={setState}
        onOrder={setOrder}
        onKeys={() => setHelp(true)}
      />
      <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        <Paged
          query={query}
          what="reports"
          loading={<Skeletons what="reports" count={2} className="h-64 rounded-card" />}
          empty={isOpen ? NOTHING_TO_DECIDE : NOTHING_DECIDED}
        >
          {cases.map((reportCase) => (
            <ReportCard
              key={reportCase._id}
              reportCase={reportCase}
              chosen={reportCase._id === chosen}
              busy={busy === reportCase._id}
              onChoose={() => setChosen(reportCase._id)}
              onAct={(act) => handleAct(reportCase, act)}
              onUndo={
                reportCase.decided?.adminName === viewer?.userName
                  ? (decision) => void undo({ caseId: reportCase._id, decision })
                  : undefined
              }
              onReopen={() => void reopen(reportCase, () => leave(reportCase))}
            />
          ))}
        </Paged>
      </div>
      {asking ? (
        <ActDialog
          act={asking.act}
          userName={asked}
          title={sentencesOf(asking.act, asked).ask}
          description={t`${name}. They get a mail with the reasons and your words, and do not learn who reported.`}
          rules={asking.reportCase.rules}
          also={alsoFor(asking.reportCase)}
          onAct={({ message, note, more }) =>
            run(
              // A refetched case may show an edited text, which this decision is then about.
              cases.find(({ _id }) => _id === asking.reportCase._id) ?? asking.reportCase,
              asking.act,
              { message, note, ...more },
            )
          }
          onDone={() => setAsking(null)}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {help ? <KeysHelp list={QUEUE_KEYS} onClose={() => setHelp(false)} /> : null}
    </>
  );
};
