import { browser } from '../../lib/browser';
import { Button } from '../ui/button';
import { buttonClass } from '../ui/button-class';
import { LazyFigure } from '../ui/lazy-figure';

interface UnexpectedErrorProps {
  status?: number;
  message: string;
}

/** The error page of the router (F §8). Plain links and reloads only: whatever broke may have broken the router too. */
export const UnexpectedError = ({ status, message }: UnexpectedErrorProps) => (
  <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center px-6 text-center">
    <div className="mb-5">
      <LazyFigure name="broken" />
    </div>
    <div role="alert">
      <h1 className="text-section font-semibold">Unexpected Application Error!</h1>
      <p className="mt-2 max-w-full text-body text-muted">{status ? `${status}: ${message}` : message}</p>
    </div>
    <div className="mt-6 flex flex-wrap justify-center gap-2">
      <Button onClick={() => browser.reload()}>Reload page</Button>
      <a href="/" className={buttonClass({ variant: 'soft' })}>
        Go to Home
      </a>
    </div>
  </main>
);
