import {
  decideReportCase,
  REPORT_LIMITS,
  undoDecision,
  type ReportAct,
  type ReportCase,
} from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keys } from '../../cache/keys';
import { runMutation } from '../../cache/update-cached';
import { showUndo } from '../../components/ui/undo-toast';
import { api } from '../../lib/api-client';
import { ApiError, messageOf } from '../../lib/api-error';
import { toast } from '../../lib/toast';
import type { DecisionBody } from './decide-dialog';
import { nameOf } from './report-card';

const DONE: Record<ReportAct, string> = {
  remove: 'Removed',
  'mark-sensitive': 'Marked as sensitive',
  warn: 'Warned',
  suspend: 'Suspended',
  dismiss: 'Dismissed',
};

interface Decided {
  caseId: string;
  decision: string;
}

/** Decides groups and takes that back. A decided group leaves the list at once. */
export const useDecisions = () => {
  const client = useQueryClient();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<string | null>(null);
  const last = useRef<Decided | null>(null);

  const hide = (caseId: string, hidden: boolean): void =>
    setGone((now) => {
      const next = new Set(now);
      if (hidden) next.add(caseId);
      else next.delete(caseId);
      return next;
    });

  const undo = async (decided: Decided | null = last.current): Promise<void> => {
    if (decided === null) return;
    if (last.current === decided) last.current = null;
    const { caseId, decision } = decided;
    try {
      await api.call(undoDecision, { params: { caseId }, body: { decision } });
      hide(caseId, false);
      toast.dismiss(decision);
      // a list that was read since is without it
      void client.invalidateQueries({ queryKey: keys.reportsRoot });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };

  /**
   * Rejects where it was not decided; one that another admin decided leaves the list all the same.
   * @param onGone before it leaves
   */
  const decide = async (group: ReportCase, body: DecisionBody, onGone: () => void): Promise<void> => {
    const caseId = group._id;
    setBusy(caseId);
    try {
      const { data } = await runMutation(client, (idempotencyKey) =>
        api.call(decideReportCase, { params: { caseId }, body, idempotencyKey }),
      );
      const decided = { caseId, decision: data.decision };
      last.current = decided;
      onGone();
      hide(caseId, true);
      const text = `${DONE[body.act]}: ${nameOf(group)}`;
      showUndo(decided.decision, text, () => void undo(decided), REPORT_LIMITS.undoFor);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        onGone();
        hide(caseId, true);
        toast.message(error.message);
        void client.invalidateQueries({ queryKey: keys.reportsRoot });
        return;
      }
      throw error;
    } finally {
      setBusy(null);
    }
  };

  return { gone, busy, decide, undo };
};
