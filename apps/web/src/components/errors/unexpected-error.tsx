import { browser } from '../../lib/browser';
import { Button } from '../ui/button';
import { buttonClass } from '../ui/button-class';
import { LazyFigure } from '../ui/lazy-figure';

interface UnexpectedErrorProps {
  status?: number;
  message: string;
  /** Stands in the place of a page, inside a frame that has its own `main`. */
  framed?: boolean;
}

/** The error page of the router (F §8). Plain links and reloads only: whatever broke may have broken the router too. */
export const UnexpectedError = ({ status, message, framed }: UnexpectedErrorProps) => {
  const Frame = framed ? 'div' : 'main';
  return (
    <Frame className="mx-auto flex min-h-[80dvh] max-w-md flex-col items-center justify-center px-6 text-center">
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
    </Frame>
  );
};
