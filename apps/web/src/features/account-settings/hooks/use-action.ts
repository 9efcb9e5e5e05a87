import { useState, useEffect, type RefObject } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';

export interface Problems {
  /** By field of the body. */
  fields: Readonly<Record<string, string>>;
  /** What belongs to no field. */
  message: string | null;
}

export const NO_PROBLEMS: Problems = { fields: {}, message: null };

/** The first message per field. */
export const fieldsOf = (errors: readonly { path: string; message: string }[]): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const { path, message } of errors) fields[path] ??= message;
  return fields;
};

/**
 * One call at a time that a person started, never repeated by itself: its field errors, or a message, stay until the
 * next try. `run` answers whether it succeeded.
 */
export const useAction = () => {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const run = async (action: () => Promise<void>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setProblems(NO_PROBLEMS);
    try {
      await action();
      return true;
    } catch (error) {
      const fields = error instanceof ApiError ? fieldsOf(error.errors) : {};
      setProblems({ fields, message: Object.keys(fields).length > 0 ? null : messageOf(error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problems, setProblems, run };
};

/** Puts the focus on a form's first wrong field, once for every try that found some. */
export const useFocusWrong = (form: RefObject<HTMLFormElement | null>, { fields }: Problems): void => {
  useEffect(() => {
    if (Object.keys(fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [form, fields]);
};

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
