/** Asks whether the page is left; true when it may be. */
type Question = () => Promise<boolean>;

const questions = new Set<Question>();

/**
 * For a page that holds something unsaved: `ask` decides about what leaves it other than by a step in the history.
 * @returns what ends it
 */
export const guardLeaving = (ask: Question): (() => void) => {
  questions.add(ask);
  return () => {
    questions.delete(ask);
  };
};

/** Whether somebody would be asked. */
export const isLeavingGuarded = (): boolean => questions.size > 0;

/** Asks for every page that holds something unsaved; true when there is none, or when all may be left. */
export const mayLeave = async (): Promise<boolean> => {
  for (const ask of [...questions]) if (!(await ask())) return false;
  return true;
};
