import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { browser } from '../../lib/browser';
import { Button, buttonClass } from '../ui/button';
import { LazyDrawing } from '../ui/lazy-drawing';
import { ApiError, MESSAGES, messageOf } from '../../lib/api-error';
import { isChunkFailure, mayReloadFor, noteReloadFor } from '../../lib/lazy';

interface UnexpectedErrorProps {
  status?: number;
  message: string;
  /** Whether it replaces a page inside a frame that already has a `main`. */
  framed?: boolean;
}

/** The error page of the router (F §8). Uses plain links and reloads only, since the router may be broken too. */
const UnexpectedError = ({ status, message, framed }: UnexpectedErrorProps) => {
  const Frame = framed ? 'div' : 'main';
  return (
    <Frame className="mx-auto flex min-h-[80dvh] max-w-md flex-col items-center justify-center px-6 text-center">
      <div className="mb-5">
        <LazyDrawing />
      </div>
      <div role="alert">
        <h1 className="text-section font-semibold">{t`Unexpected Application Error!`}</h1>
        <p className="mt-2 max-w-full text-body text-muted">{status ? `${status} · ${message}` : message}</p>
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button onClick={() => browser.reload()}>{t`Reload page`}</Button>
        <a href="/" className={buttonClass({ variant: 'soft' })}>
          {t`Go to Home`}
        </a>
      </div>
    </Frame>
  );
};

interface Props {
  children: ReactNode;
  /** The failed page is rendered again when this changes, as with every navigation. */
  resetKey?: string;
  /** Whether a surrounding frame has a `main` already. */
  framed?: boolean;
}

interface State {
  error: unknown;
  failed: boolean;
  /** The page is about to reload; renders nothing until then. */
  reloading: boolean;
}

/** The message of an error. For a missing chunk it replaces the address that the browser reports. */
const textOf = (error: unknown): string => {
  if (!isChunkFailure(error)) return messageOf(error);
  return navigator.onLine ? t`A part of this page could not be loaded.` : MESSAGES.offline;
};

/**
 * Catches rendering errors of a page: "Unexpected Application Error!" with the status or message (F §8). If a
 * deployment removed a chunk of the app, reloads the page once.
 */
export class RouteErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, reloading: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true, reloading: mayReloadFor(error) };
  }

  override componentDidCatch(error: Error): void {
    if (!this.state.reloading) return;
    if (noteReloadFor(error)) browser.reload();
    else this.setState({ reloading: false });
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey)
      this.setState({ error: undefined, failed: false, reloading: false });
  }

  override render(): ReactNode {
    const { error, failed, reloading } = this.state;
    if (!failed) return this.props.children;
    if (reloading) return null;
    return (
      <UnexpectedError
        {...(error instanceof ApiError && error.status > 0 ? { status: error.status } : {})}
        message={textOf(error)}
        framed={this.props.framed ?? false}
      />
    );
  }
}
