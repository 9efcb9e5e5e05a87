import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ApiError, messageOf, type FieldError } from './api-error';

/** What a form has to say as a whole. */
export interface FormMessage {
  tone: 'error' | 'success';
  text: string;
}

/** What is wrong, by field. */
export type FormErrors<F> = { [N in keyof F]?: string | undefined };

/** Where an error belongs: the first part of its path. */
const firstPart = (path: string): string | undefined => path.split('.')[0];

/** The first message of each field. @param slotOf the field of a path; an error that has none is left out */
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

/** What a schema has against fields. */
export const issuesOf = <N extends string = string>(
  refusal: Refusal | undefined,
  slotOf?: (path: string) => N | undefined,
): Partial<Record<N, string>> =>
  fieldsOf(
    (refusal?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message })),
    slotOf,
  );

const isWrong = (errors: object): boolean => Object.values(errors).some((text) => text !== undefined);

/** A call of the form; answers what is to be done once it is through, unless it was given up meanwhile. */
type Send = () => Promise<() => void>;

interface FormOptions<F> {
  initial: F;
  /** Said until the first submission. */
  message?: FormMessage | null;
  /** What is wrong before anything is sent. */
  check?: (fields: F) => FormErrors<F>;
  /** Sends the fields; rejects with what is to be said, an ApiError's `errors` at their fields. */
  send: (fields: F) => ReturnType<Send>;
  /** The server's errors by the form's fields; by the names of the body unless given. */
  errorsOf?: (errors: readonly FieldError[]) => FormErrors<F>;
}

/**
 * The state of every form: fields, errors in place, one call at a time, and the focus on the first wrong field. An error
 * stays until its field is changed, the message until the next try; what was typed stays whatever comes.
 */
export const useForm = <F extends object>(options: FormOptions<F>) => {
  const [fields, setFields] = useState(options.initial);
  const [errors, setErrors] = useState<FormErrors<F>>({});
  const [message, say] = useState(options.message ?? null);
  const [busy, setBusy] = useState<string | null>(null);
  /** Grows whenever the person is called to a field: the first wrong one, else the first. */
  const [calls, setCalls] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(0);

  useEffect(() => {
    if (calls === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    (wrong ?? form.current?.querySelector<HTMLElement>('input:not([hidden])'))?.focus();
    // below a long text its message would lie under a bar
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
    const found = options.check?.(fields) ?? {};
    show(found);
    if (!isWrong(found)) void attempt(() => options.send(fields));
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
    /** The kind of the call under way: `send`, or as it was given to `attempt`. */
    busy,
    set,
    setFields,
    say,
    show,
    callToField,
    /** Another call of the form than sending it, e.g. for a new code. */
    attempt,
    /** Gives up the call under way, whose answer must change nothing any more, and what was said. */
    giveUp: (): void => {
      latest.current += 1;
      setBusy(null);
      show({});
    },
    /** Of a field with text. */
    bind: <N extends keyof F & string>(name: N) => ({
      name,
      value: fields[name],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value } as Partial<F>),
    }),
    /** Of the `form` element. */
    props: { ref: form, noValidate: true, onSubmit: handleSubmit, className: 'flex flex-col gap-4' },
  };
};
