import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError, messageOf, type FieldError } from './api-error';

/** A message for the whole form. */
export interface FormMessage {
  tone: 'error' | 'success';
  text: string;
  /** The error's code, if it is known. */
  code?: string | null | undefined;
}

/** Error messages by field. */
export type FormErrors<F> = { [N in keyof F]?: string | undefined };

/** The field of an error: the first part of its path. */
const firstPart = (path: string): string | undefined => path.split('.')[0];

/** The first message of each field. @param slotOf maps a path to its field; errors without one are omitted */
export const fieldsOf = <N extends string = string>(
  errors: readonly FieldError[],
  slotOf: (path: string) => N | undefined = firstPart as (path: string) => N,
): Partial<Record<N, string>> => {
  const fields: Partial<Record<N, string>> = {};
  for (const { path, message } of errors) {
    const slot = slotOf(path);
    if (slot !== undefined) fields[slot] ??= message;
  }
  return fields;
};

interface Refusal {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

/** Converts schema issues to messages by field. */
export const issuesOf = <N extends string = string>(
  refusal: Refusal | undefined,
  slotOf?: (path: string) => N | undefined,
): Partial<Record<N, string>> =>
  fieldsOf(
    (refusal?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })),
    slotOf,
  );

/** Fields that a password manager has filled without an event: empty for the form, and not on the screen. */
const filledIn = <F extends object>(form: HTMLFormElement | null, fields: F): Partial<F> => {
  const inputs = form?.querySelectorAll<HTMLInputElement>(
    'input[name]:not([type=checkbox], [type=file], [type=radio])',
  );
  const filled = [...(inputs ?? [])].filter(
    ({ name, value }) => value !== '' && fields[name as keyof F] === '',
  );
  return Object.fromEntries(filled.map(({ name, value }) => [name, value])) as Partial<F>;
};

const isWrong = (errors: object): boolean => Object.values(errors).some((text) => text !== undefined);

/** A call of the form; resolves to a function that runs after success, unless the call was cancelled. */
type Send = () => Promise<() => void>;

interface FormOptions<F> {
  initial: F;
  /** Shown until the first submission. */
  message?: FormMessage | null;
  /** Validates the fields before a submission. */
  check?: (fields: F) => FormErrors<F>;
  /** Sends the fields; rejects with the error to show. The `errors` of an ApiError show at their fields. */
  send: (fields: F) => ReturnType<Send>;
  /** Maps the server's errors to the form's fields; defaults to the names in the body. */
  errorsOf?: (errors: readonly FieldError[]) => FormErrors<F>;
}

/**
 * State of a form: fields, field errors, one call at a time, and the focus on the first invalid field. An error
 * stays until its field changes, the message until the next try; typed text is never lost.
 */
export const useForm = <F extends object>(options: FormOptions<F>) => {
  const [fields, setFields] = useState(options.initial);
  const [errors, setErrors] = useState<FormErrors<F>>({});
  const [message, say] = useState(options.message ?? null);
  const [busy, setBusy] = useState<string | null>(null);
  /** Incremented to focus a field: the first invalid one, else the first. */
  const [calls, setCalls] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(0);

  useEffect(() => {
    if (calls === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    (wrong ?? form.current?.querySelector<HTMLElement>('input:not([hidden])'))?.focus();
    // a bar would cover the message below a long text
    const said = wrong?.getAttribute('aria-describedby')?.split(' ').at(-1);
    if (said) document.getElementById(said)?.scrollIntoView?.({ block: 'center' });
  }, [calls]);

  const callToField = (): void => setCalls((count) => count + 1);
  const show = (found: FormErrors<F>, text?: string): void => {
    setErrors(found);
    say(text === undefined ? null : { tone: 'error', text });
    if (isWrong(found)) callToField();
  };
  const attempt = async (send: Send, kind = 'send'): Promise<void> => {
    const own = (latest.current += 1);
    setBusy(kind);
    say(null);
    const [then, error] = await send().then(
      (done) => [done, undefined] as const,
      (failure: unknown) => [undefined, failure ?? new Error()] as const,
    );
    if (own !== latest.current) return;
    setBusy(null);
    if (error !== undefined) {
      const found: FormErrors<F> = (options.errorsOf ?? fieldsOf)(
        error instanceof ApiError ? error.errors : [],
      );
      show(found, isWrong(found) ? undefined : messageOf(error));
    } else then?.();
  };
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (busy !== null) return;
    const filled = filledIn(form.current, fields);
    const now = { ...fields, ...filled };
    setFields((typed) => ({ ...typed, ...filled }));
    const found = options.check?.(now) ?? {};
    show(found);
    if (!isWrong(found)) void attempt(() => options.send(now));
  };
  const set = (next: Partial<F>): void => {
    setFields((now) => ({ ...now, ...next }));
    setErrors((now) => ({
      ...now,
      ...Object.fromEntries(Object.keys(next).map((name) => [name, undefined])),
    }));
  };

  return {
    fields,
    errors,
    message,
    /** The kind of the running call: `send`, or the one passed to `attempt`. */
    busy,
    set,
    setFields,
    say,
    show,
    callToField,
    /** Runs another call of the form, e.g. to request a new code. */
    attempt,
    /** Cancels the running call, ignores its response, and clears the messages. */
    giveUp: (): void => {
      latest.current += 1;
      setBusy(null);
      show({});
    },
    /** Props of a text field. */
    bind: <N extends keyof F & string>(name: N) => ({
      name,
      value: fields[name],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value } as Partial<F>),
    }),
    /** Props of the `form` element. */
    props: { ref: form, noValidate: true, onSubmit: handleSubmit, className: 'flex flex-col gap-4' },
  };
};
