import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error';
import { toast } from '../../lib/toast';

interface RowAction {
  row: string;
  call: () => Promise<unknown>;
  /** What is said of a success. Without it there is nothing to say, and nothing changed in the list. */
  said?: string | undefined;
}

/**
 * One action at a time on the rows of a list, each by a button that says so (`bind`). What came of it is said in a toast,
 * and the list is read anew.
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
      return error || said !== undefined ? client.invalidateQueries({ queryKey }) : undefined;
    },
  });
  const act = (row: string, call: () => Promise<unknown>, said?: string) => mutate({ row, call, said });
  const bind = (row: string) => ({ busy: isPending && variables.row === row, disabled: isPending });
  return { act, bind };
};
