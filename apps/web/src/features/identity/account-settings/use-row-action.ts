import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { refetchSettings, type SettingsPart } from './own-account';

interface RowAction {
  row: string;
  call: () => Promise<unknown>;
  /** Success message. Without it, a successful action shows no toast and refetches nothing. */
  said?: string | undefined;
}

/**
 * Runs one action at a time on the rows of a list; `bind` connects it to a button that shows the pending state.
 * Shows the result in a toast and refetches the list and the recent activity.
 * @param of the list
 */
export const useRowAction = (of: SettingsPart) => {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation<unknown, Error, RowAction>({
    mutationFn: ({ call }) => call(),
    retry: false,
    onSettled: (_answer, error, { said }) => {
      if (error) toast.error(messageOf(error));
      else if (said !== undefined) toast.success(said);
      return error || said !== undefined ? refetchSettings(client, of) : undefined;
    },
  });
  const act = (row: string, call: () => Promise<unknown>, said?: string) => mutate({ row, call, said });
  const bind = (row: string) => ({ busy: isPending && variables.row === row, disabled: isPending });
  return { act, bind };
};
