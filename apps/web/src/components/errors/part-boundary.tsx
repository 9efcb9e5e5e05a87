import { t } from '@lingui/core/macro';
import { Component, Fragment, type ReactNode } from 'react';
import type { Elements } from '../../lib/elements';
import { isChunkFailure } from '../../lib/lazy';
import { Button } from '../ui/button';

interface Props {
  /** Says that the part could not be shown. */
  text: string;
  children: Elements;
}

interface State {
  error: unknown;
  failed: boolean;
  tries: number;
}

/**
 * Contains an error in one part of a page, such as a card or a dialog, and offers to render the part again. Chunks
 * that fail to load are left to the page's own boundary, which reloads.
 */
export class PartBoundary extends Component<Props, State> {
  override state: State = { error: undefined, failed: false, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  override render(): ReactNode {
    const { error, failed, tries } = this.state;
    if (!failed) return <Fragment key={tries}>{this.props.children}</Fragment>;
    if (isChunkFailure(error)) throw error;
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <p role="alert" className="text-muted">
          {this.props.text}
        </p>
        <Button
          variant="soft"
          size="sm"
          onClick={() => this.setState({ error: undefined, failed: false, tries: tries + 1 })}
        >
          {t`Try again`}
        </Button>
      </div>
    );
  }
}
