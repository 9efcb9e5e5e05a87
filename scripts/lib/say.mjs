/** Prints one line for the person at the terminal. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** A reason to stop that a person understands; scripts print its sentence and exit with 1. */
export class Refusal extends Error {}

/** The text of `--name` as a whole number of at least `minimum`; anything else is refused with a sentence. */
export function wholeNumber(name, text, minimum) {
  if (!/^\d{1,12}$/.test(text) || Number(text) < minimum) {
    throw new Refusal(`--${name} must be a whole number of at least ${minimum}, and "${text}" is not.`);
  }
  return Number(text);
}
