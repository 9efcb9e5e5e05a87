import { useEffect, useState, type RefObject } from 'react';
import { EMPTY_DRAFT, type Draft, type DraftField } from '../model/composer-rules';
import type { useComposer } from './use-composer';

/** The parts of the form that can be folded. */
export type FoldName = 'title' | 'tags' | 'location' | 'language' | 'warning' | 'comments' | 'address';

const TITLE: FoldName = 'title';

/** The part with the input of each field; `null` if it always shows. */
const FOLD_OF: Record<DraftField, FoldName | null> = {
  title: TITLE,
  description: null,
  media: null,
  tags: 'tags',
  location: 'location',
  contentWarning: 'warning',
  sensitive: 'warning',
  language: 'language',
  commenting: 'comments',
  commentsCloseAfter: 'comments',
};
const fieldsOf = (fold: FoldName): DraftField[] =>
  (Object.keys(FOLD_OF) as DraftField[]).filter((field) => FOLD_OF[field] === fold);

const hasValue = (fold: FoldName, draft: Draft): boolean =>
  fieldsOf(fold).some((field) => JSON.stringify(draft[field]) !== JSON.stringify(EMPTY_DRAFT[field]));

export interface Folds {
  /** Whether a part has a value. */
  isFilled: (name: FoldName) => boolean;
  isShown: (name: FoldName) => boolean;
  /** Unfolds a part and focuses it, or folds it; a part with a value stays unfolded. */
  press: (name: FoldName) => void;
}

/**
 * Which parts of the form show: those with a value when the form was opened, those that a press unfolded, and those
 * with an error.
 */
export const useFolds = (
  place: RefObject<HTMLElement | null>,
  { form: { fields, errors } }: Pick<ReturnType<typeof useComposer>, 'form'>,
): Folds => {
  const [initial] = useState(fields);
  const [pressed, setPressed] = useState<Partial<Record<FoldName, boolean>>>({});
  const [asked, setAsked] = useState<{ name: FoldName }>();
  const isFilled = (name: FoldName): boolean => hasValue(name, fields);
  const isOpen = (name: FoldName): boolean => pressed[name] ?? hasValue(name, initial);
  const isFixed = (name: FoldName): boolean =>
    fieldsOf(name).some((field) => errors[field] !== undefined) || isFilled(name);
  const isShown = (name: FoldName): boolean => isOpen(name) || isFixed(name);

  useEffect(() => {
    if (asked)
      place.current?.querySelector<HTMLElement>(`[data-fold=${asked.name}] :is(input, select)`)?.focus();
  }, [asked, place]);

  const press = (name: FoldName): void => {
    const shows = isFixed(name) || !isOpen(name);
    setPressed((now) => ({ ...now, [name]: shows }));
    setAsked(shows ? { name } : undefined);
  };
  return { isFilled, isShown, press };
};
