import { useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error';

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
