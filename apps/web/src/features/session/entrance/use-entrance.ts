import type { RegisterBody, RegistrationMode } from '@social-feed/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../lib/api-client';
import { useInstance } from '../../../lib/instance';
import { register } from '../stores/register';
import { failure } from '../stores/sign-in';
import type { ActionResult } from '../stores/session-store';
import { useProof } from './use-proof';

/** Loads something once it is wanted; the account pages have no query client. */
const useLoaded = <T>(load: () => Promise<T>, wanted: boolean) => {
  const [state, setState] = useState<{ data?: T; failed: boolean }>({ failed: false });
  const run = useEffectEvent(load);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    run().then(
      (data) => gone || setState({ data, failed: false }),
      () => gone || setState({ failed: true }),
    );
    return () => {
      gone = true;
    };
  }, [wanted]);
  return state;
};

interface Sent {
  result: ActionResult;
  /** Whether an application was sent: it signs nobody in. */
  applied: boolean;
}

/** How one comes in: the mode of registration, the invitation of the address, and the proof of work. */
export const useEntrance = (search: string) => {
  const instance = useInstance();
  const [code] = useState(() => new URLSearchParams(search).get('invite') ?? undefined);
  const invitation = useLoaded(
    async () => (await api.call('readInvitation', { query: { code } })).data,
    code !== undefined,
  );
  const mode: RegistrationMode = instance?.registration ?? 'open';
  const proof = useProof(instance?.registrationProof === true);
  const isInvited = code !== undefined && !invitation.failed;
  const invite = isInvited ? { invite: code } : {};
  const applies = mode === 'approval' && !isInvited;

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

  return {
    mode,
    /** Whether the moderators decide, who get a sentence. */
    applies,
    /** The member who invites; undefined without an invitation, or until it is known. */
    from: invitation.data?.from,
    isInvitationOver: code !== undefined && invitation.failed,
    isClosed: mode === 'closed' || (mode === 'invitation' && !isInvited),
    proofText: proof.text,
    /** What a provider's sign-in needs in its address. */
    invite,
    send: async (body: RegisterBody, sentence: string): Promise<Sent> => {
      let result = await call(body, sentence);
      if (result.code === 'PROOF_REQUIRED') result = await call(body, sentence, true);
      return { result, applied: result.success && applies };
    },
  };
};
