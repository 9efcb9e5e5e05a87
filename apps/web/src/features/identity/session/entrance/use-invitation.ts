import type { Inviter } from '@social-feed/contracts';
import { useEffect, useState } from 'react';
import { api } from '../../../../lib/api-client';
import { ApiError } from '../../../../lib/api-error';

/** `unchecked`: the check failed, so the server decides at sign-up. */
type InvitationState = 'none' | 'asking' | 'works' | 'unchecked' | 'over';

interface State {
  is: InvitationState;
  by?: Inviter;
  people?: number;
}

/** Whether the server answered that the invitation does not exist any more. */
const isOver = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

/** The invitation that the address names. @param search the query of the address */
export const useInvitation = (search: string) => {
  const [code] = useState(() => new URLSearchParams(search).get('invite') || undefined);
  const [{ is, by, people }, setState] = useState<State>({ is: code === undefined ? 'none' : 'asking' });
  useEffect(() => {
    if (code === undefined) return;
    let gone = false;
    api.call('readInvitation', { query: { code } }).then(
      ({ data, people }) => gone || setState({ is: 'works', by: data, people }),
      (error: unknown) => gone || setState({ is: isOver(error) ? 'over' : 'unchecked' }),
    );
    return () => {
      gone = true;
    };
  }, [code]);
  return {
    is,
    /** The member who invites. */
    by,
    /** How many people have an account. */
    people,
    /** Undefined if it does not work. */
    code: is === 'over' ? undefined : code,
    /** The server rejected it at sign-up. */
    end: () => setState({ is: 'over' }),
  };
};
