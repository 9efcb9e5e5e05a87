/** Holds whoever passes until it is opened. */
export interface Gate {
  /** Waits until the gate is open. */
  pass: () => Promise<void>;
  /** Resolves as soon as somebody waits at it. */
  reached: Promise<void>;
  open: () => void;
}

/** A gate that is shut, so that a test can do something while a request is surely on its way. */
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
