/**
 * Begins something with code that is fetched first; where that does not come, nothing.
 * @param begin answers what ends it
 * @returns what ends it, also before it has begun
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
