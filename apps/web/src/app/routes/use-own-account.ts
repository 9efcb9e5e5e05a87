import type { CurrentUser } from '@social-feed/contracts';
import { useState } from 'react';
import { useViewer } from '../../lib/viewer';

/**
 * Who is signed in, and after a session lost in place who was: the page stays readable, and what was typed into it is
 * kept. Null for visitors.
 */
export const useOwnAccount = (): CurrentUser | null => {
  const { user } = useViewer();
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) setLast(user);
  return user ?? last;
};
