/**
 * Calls `begin` once the code is loaded; does nothing if loading fails.
 * @param begin returns a function that stops it
 * @returns stops it, or prevents the start
 */
export const whenLoaded = <M>(
  code: Promise<M>,
  begin: (module: M) => (() => void) | undefined,
): (() => void) => {
  let left = false;
  let stop: (() => void) | undefined;
  void code.then(
    (module) => {
      if (!left) stop = begin(module);
    },
    () => undefined,
  );
  return () => {
    left = true;
    stop?.();
  };
};
