import { t } from '@lingui/core/macro';
import { ACTS, REPORT_LIMITS, type BodyOf, type ReportCase, type ReportedAct } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keys } from '../../../cache/keys';
import { runMutation } from '../../../cache/run-mutation';
import { mapPages, updateCached } from '../../../cache/update-cached';
import { showUndo } from '../../../components/ui/undo-toast';
import { api } from '../../../lib/api-client';
import { ApiError, messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { labelled } from '../../../lib/words/labelled';
import { readWaiting } from '../admin/read-waiting';
import { nameOf } from './report-card';

interface Decided {
  caseId: string;
  decision: string;
}

/** Decides cases, undoes decisions and opens cases again. Such a case leaves its list immediately. */
export const useDecisions = () => {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const last = useRef<Decided | null>(null);

  /**
   * Cancel running fetches: they started earlier and would bring the case back. A later fetch shows whether it is
   * open again.
   */
  const removeFromQueue = async (caseId: string, onGone: () => void): Promise<void> => {
    await client.cancelQueries({ queryKey: keys.reportQueue });
    onGone();
    void readWaiting();
    updateCached(client, keys.reportQueue, (list) =>
      mapPages<ReportCase, { data: ReportCase[] }, unknown>(
        list as InfiniteData<{ data: ReportCase[] }>,
        (cases) => cases.filter(({ _id }) => _id !== caseId),
      ),
    );
  };

  const undo = async (decided: Decided | null = last.current): Promise<void> => {
    if (decided === null) return;
    if (last.current === decided) last.current = null;
    const { caseId, decision } = decided;
    try {
      await api.call('undoDecision', { params: { caseId }, body: { decision } });
      toast.dismiss(decision);
      void readWaiting();
    } catch (error) {
      toast.error(messageOf(error));
    }
    void client.invalidateQueries({ queryKey: keys.reportsRoot });
  };

  /**
   * Rejects if the decision fails. A case decided by another admin still leaves the list.
   * @param onGone called before it leaves
   */
  const decide = async (
    reportCase: ReportCase,
    act: ReportedAct,
    words: Omit<BodyOf<Calls['decideReportCase']>, 'act'>,
    onGone: () => void,
  ): Promise<void> => {
    const { decision: name, done } = ACTS[act].report;
    const caseId = reportCase._id;
    setBusy(caseId);
    try {
      const { data } = await runMutation(client, (idempotencyKey) =>
        api.call('decideReportCase', {
          params: { caseId },
          body: { act: name, ...words, version: reportCase.version },
          idempotencyKey,
        }),
      );
      const decided = { caseId, decision: data.decision };
      last.current = decided;
      await removeFromQueue(caseId, onGone);
      const text = labelled(done, nameOf(reportCase));
      showUndo(decided.decision, text, () => void undo(decided), REPORT_LIMITS.undoFor);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONTENT_CHANGED') {
        // The case stays, with the new text.
        await client.invalidateQueries({ queryKey: keys.reportsRoot });
        throw error;
      }
      if (error instanceof ApiError && error.status === 409) {
        await removeFromQueue(caseId, onGone);
        toast.message(error.message);
        void client.invalidateQueries({ queryKey: keys.reportsRoot });
        return;
      }
      throw error;
    } finally {
      setBusy(null);
    }
  };

  /** Opens a dismissed case again. It leaves the list of decided ones. */
  const reopen = async (reportCase: ReportCase, onGone: () => void): Promise<void> => {
    const caseId = reportCase._id;
    setBusy(caseId);
    try {
      await api.call('reopenReportCase', { params: { caseId } });
      await removeFromQueue(caseId, onGone);
      toast.success(t`Open again: ${nameOf(reportCase)}`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(null);
    }
  };

  return { busy, decide, undo, reopen };
};
