import type { ComponentProps } from 'react';
import { Button } from './button';
import { Spinner } from './spinner';

/** A button that keeps the focus while it is busy, as a disabled one would not; presses are ignored meanwhile. */
export const SteadyButton = ({ busy = false, onClick, children, ...rest }: ComponentProps<typeof Button>) => (
  <Button {...rest} aria-disabled={busy} aria-busy={busy} onClick={busy ? undefined : onClick}>
    {busy ? <Spinner size={16} /> : null}
    {children}
  </Button>
);
