/** Prints one line to the terminal. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** An expected error with a message for the user; scripts print the message and exit with 1. */
export class Refusal extends Error {}

/** Parses the value of `--name` as an integer of at least `minimum`; refuses anything else with a message. */
export function wholeNumber(name, text, minimum) {
  if (!/^\d{1,12}$/.test(text) || Number(text) < minimum) {
    throw new Refusal(`--${name} must be a whole number of at least ${minimum}, and "${text}" is not.`);
  }
  return Number(text);
}
