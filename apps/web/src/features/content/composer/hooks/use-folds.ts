import { useEffect, useState, type RefObject } from 'react';
import type { useComposer } from './use-composer';

/** The parts of the form that can be folded. */
export type FoldName = 'title' | 'tags' | 'location' | 'language' | 'warning' | 'comments' | 'address';

/** These fold on wide screens too. */
const FOLDED: readonly FoldName[] = ['warning', 'comments', 'address'];

export interface Folds {
  /** Whether each part has a value. */
  filled: Record<FoldName, boolean>;
  isShown: (name: FoldName) => boolean;
  /** Unfolds or folds a part. On phones, focuses what it unfolds, and does not fold a part with a value. */
  press: (name: FoldName) => void;
}

/**
 * Which parts of the form show: those with a value when the form was opened, those that a press unfolded, and those
 * with an error.
 * @param compact whether all parts fold, as on phones; otherwise only those of `FOLDED` do
 */
export const useFolds = (
  place: RefObject<HTMLElement | null>,
  compact: boolean,
  { form: { fields, errors } }: Pick<ReturnType<typeof useComposer>, 'form'>,
): Folds => {
  const filled = {
    title: fields.title !== '',
    tags: fields.tags.length > 0,
    location: fields.location !== '',
    language: fields.language !== undefined,
    warning: fields.contentWarning !== '' || fields.sensitive,
    comments: fields.commenting !== undefined || fields.commentsCloseAfter !== undefined,
    address: false,
  };
  const wrong = {
    title: errors.title,
    tags: errors.tags,
    location: errors.location,
    language: errors.language,
    warning: errors.contentWarning ?? errors.sensitive,
    comments: errors.commenting ?? errors.commentsCloseAfter,
    address: undefined,
  };
  const [open, setOpen] = useState(filled);
  const [asked, setAsked] = useState<{ name: FoldName }>();
  const isFixed = (name: FoldName): boolean =>
    wrong[name] !== undefined || (compact ? filled[name] : !FOLDED.includes(name));
  const isShown = (name: FoldName): boolean => open[name] || isFixed(name);

  useEffect(() => {
    if (asked)
      place.current?.querySelector<HTMLElement>(`[data-fold=${asked.name}] :is(input, select)`)?.focus();
  }, [asked, place]);

  const press = (name: FoldName): void => {
    const shows = isFixed(name) || !open[name];
    setOpen((now) => ({ ...now, [name]: shows }));
    if (compact) setAsked(shows ? { name } : undefined);
  };
  return { filled, isShown, press };
};
