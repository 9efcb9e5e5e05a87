import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ApiError } from '../../lib/api-error';
import { UnexpectedError } from './unexpected-error';

interface State {
  error: unknown;
  failed: boolean;
}

/** Catches what a page throws while it draws: "Unexpected Application Error!" with the status or message (F §8). */
export class RouteErrorBoundary extends Component<
  { children: ReactNode; onError?: (error: unknown) => void },
  State
> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, _info: ErrorInfo): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    const message =
      error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred.';
    return (
      <UnexpectedError
        {...(error instanceof ApiError && error.status > 0 ? { status: error.status } : {})}
        message={message}
      />
    );
  }
}
