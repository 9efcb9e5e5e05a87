/** Blocks callers until it is opened. */
export interface Gate {
  /** Waits until the gate is open. */
  pass: () => Promise<void>;
  /** Resolves when the first caller waits. */
  reached: Promise<void>;
  open: () => void;
}

/** Creates a closed gate, so that a test can act while a request is certainly in flight. */
export function createGate(): Gate {
  let open: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    pass: () => {
      arrive();
      return opened;
    },
    reached,
    open,
  };
}
