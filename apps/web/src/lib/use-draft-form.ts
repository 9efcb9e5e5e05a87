import { useLayoutEffect } from 'react';
import { readStored, writeStored } from './json';
import { toast } from './toast';
import { noteSaved, useIsUnsaved } from './unsaved-drafts';
import { useForm, type FormErrors } from './use-form';

interface DraftFormOptions<F> {
  /** The draft's name in this browser. */
  name: string;
  isDraft: (value: unknown) => value is Partial<F>;
  /** Whether the edits change what is saved. */
  isChange: (typed: Partial<F>) => boolean;
  check: (typed: Partial<F>) => FormErrors<Partial<F>>;
  /** Saves the edits; rejects with the error to show. */
  save: (typed: Partial<F>) => Promise<void>;
  /** Said after a save. */
  success: string;
}

/**
 * A form of unsaved edits on top of saved values. They stay in this browser until they are saved or discarded, and
 * survive errors and reloads.
 */
export const useDraftForm = <F extends object>(options: DraftFormOptions<F>) => {
  const { name, isDraft, isChange, check, save, success } = options;
  const form = useForm<Partial<F>>({
    initial: readStored(name, isDraft, {}),
    check,
    send: async (typed) => {
      await save(typed);
      return () => {
        // keep what was typed during the save
        form.setFields(
          (now) =>
            Object.fromEntries(
              Object.entries(now).filter(([field, value]) => value !== typed[field as keyof F]),
            ) as Partial<F>,
        );
        toast.success(success);
      };
    },
  });
  const { fields } = form;
  const dirty = isChange(fields);
  // in a layout effect: if the page closes right away, the last input is still saved
  useLayoutEffect(
    () => noteSaved(name, writeStored(name, dirty ? fields : null) || !dirty),
    [name, dirty, fields],
  );
  return { ...form, dirty, isStored: !useIsUnsaved(name) };
};
