import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';

/**
 * One action at a time on the rows of a list, each by a button that says so (`bind`). What came of it is said in a toast,
 * and the list is read anew.
 * @param queryKey of the list
 */
export const useRowAction = (queryKey: QueryKey) => {
  const client = useQueryClient();
  const [acting, setActing] = useState<string | null>(null);
  /** Without `said` a success needs no words, and changes nothing in the list. */
  const act = async (row: string, call: () => Promise<unknown>, said?: string): Promise<void> => {
    setActing(row);
    let read = true;
    try {
      await call();
      if (said === undefined) read = false;
      else toast.success(said);
    } catch (error) {
      toast.error(messageOf(error));
    }
    if (read) await client.invalidateQueries({ queryKey });
    setActing(null);
  };
  const bind = (row: string) => ({ busy: acting === row, disabled: acting !== null });
  return { act, bind };
};
