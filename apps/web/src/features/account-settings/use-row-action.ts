import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { keys } from '../../cache/keys';
import { messageOf } from '../../lib/api-error';
import { toast } from '../../lib/toast';

interface RowAction {
  row: string;
  call: () => Promise<unknown>;
  /** Success message. Without it, a successful action shows no toast and refetches nothing. */
  said?: string | undefined;
}

/**
 * Runs one action at a time on the rows of a list; `bind` connects it to a button that shows the pending state.
 * Shows the result in a toast and refetches the list and the recent activity.
 * @param queryKey of the list
 */
export const useRowAction = (queryKey: QueryKey) => {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation<unknown, Error, RowAction>({
    mutationFn: ({ call }) => call(),
    retry: false,
    onSettled: (_answer, error, { said }) => {
      if (error) toast.error(messageOf(error));
      else if (said !== undefined) toast.success(said);
      if (!error && said === undefined) return undefined;
      void client.invalidateQueries({ queryKey: keys.settings('security-log') });
      return client.invalidateQueries({ queryKey });
    },
  });
  const act = (row: string, call: () => Promise<unknown>, said?: string) => mutate({ row, call, said });
  const bind = (row: string) => ({ busy: isPending && variables.row === row, disabled: isPending });
  return { act, bind };
};
