/** Prints one line for the person at the terminal. */
export const say = (line) => process.stdout.write(`${line}\n`);

/** A reason to stop that a person understands; scripts print its sentence and exit with 1. */
export class Refusal extends Error {}

/** Runs a script's main function; a Refusal becomes its sentence and exit code 1, anything else keeps its stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`);
    process.exit(1);
  }
}

/** Value of `--name value` or `--name=value` among the arguments, or undefined. */
export function option(name, args = process.argv.slice(2)) {
  for (const [index, argument] of args.entries()) {
    if (argument === `--${name}`) return args[index + 1];
    if (argument.startsWith(`--${name}=`)) return argument.slice(name.length + 3);
  }
  return undefined;
}

/** The same as a whole number of at least `minimum`; anything else is refused with a sentence. */
export function numberOption(name, { minimum, fallback }) {
  const value = option(name);
  if (value === undefined) return fallback;
  if (!/^\d{1,12}$/.test(value) || Number(value) < minimum) {
    throw new Refusal(`--${name} must be a whole number of at least ${minimum}, and "${value}" is not.`);
  }
  return Number(value);
}
