import { useEffect, type RefObject } from 'react';
import type { Problems } from './use-action';

/** Puts the focus on a form's first wrong field, once for every try that found some. */
export const useFocusWrong = (form: RefObject<HTMLFormElement | null>, { fields }: Problems): void => {
  useEffect(() => {
    if (Object.keys(fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [form, fields]);
};
