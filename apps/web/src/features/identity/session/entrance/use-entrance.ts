import type { RegisterBody, RegistrationMode } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { api } from '../../../../lib/api-client';
import { useKnownInstance } from '../../../../lib/instance-store';
import { loadInstance } from '../../../../lib/load-instance';
import { register } from '../stores/register';
import { failure } from '../stores/sign-in';
import type { ActionResult } from '../stores/session-store';
import { useInvitation } from './use-invitation';
import { useProof } from './use-proof';

interface Sent {
  result: ActionResult;
  /** Whether an application was sent: it signs nobody in. */
  applied: boolean;
}

/** Answers to a form that the mode of registration or the invitation no longer allows. */
const CHANGED = ['REGISTRATION_CLOSED', 'INVITATION_REQUIRED', 'APPROVAL_REQUIRED'];

/** How one comes in: the mode of registration, the invitation of the address, and the proof of work. */
export const useEntrance = (search: string) => {
  const instance = useKnownInstance();
  const [asked, setAsked] = useState(false);
  const [hasSent, setHasSent] = useState(false);
  useEffect(() => {
    let gone = false;
    const answered = () => gone || setAsked(true);
    loadInstance().then(answered, answered);
    return () => {
      gone = true;
    };
  }, []);
  const invitation = useInvitation(search);
  const mode: RegistrationMode = instance?.registration ?? 'open';
  const proof = useProof(instance?.registrationProof === true);
  const invite = invitation.code === undefined ? {} : { invite: invitation.code };
  const applies = mode === 'approval' && invitation.code === undefined;

  const call = async (body: RegisterBody, sentence: string, again = false): Promise<ActionResult> => {
    try {
      const account = { ...body, ...invite, ...(await proof.get(again)) };
      if (!applies) return await register(account);
      await api.call('applyForAccount', { body: { ...account, sentence } });
      return { success: true };
    } catch (error) {
      return failure(error);
    }
  };

  const send = async (body: RegisterBody, sentence: string): Promise<Sent> => {
    let result = await call(body, sentence);
    if (result.code === 'PROOF_REQUIRED') result = await call(body, sentence, true);
    if (CHANGED.includes(result.code ?? '')) {
      setHasSent(true);
      await loadInstance().catch(() => undefined);
      if (result.code === 'INVITATION_REQUIRED') invitation.end();
    }
    return { result, applied: result.success && applies };
  };

  return {
    /** Until it is known what the form needs. Nothing of it shows, so that nothing moves. */
    isAsking: (instance === undefined && !asked) || invitation.is === 'asking',
    mode,
    /** Whether the moderators decide, who get a sentence. */
    applies,
    invitation,
    isClosed: mode === 'closed' || (mode === 'invitation' && invitation.code === undefined),
    /** Whether a form that was here was rejected. */
    hasSent,
    proofText: proof.text,
    /** The query of a provider's sign-in. */
    invite,
    send,
  };
};

export type Entrance = ReturnType<typeof useEntrance>;
