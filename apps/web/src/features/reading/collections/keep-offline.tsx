import { plural, t } from '@lingui/core/macro';
import { formatBytes } from '../../../lib/bytes';
import { CloudDownload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button';
import { isAbort } from '../../../lib/api-error';
import { useMinutes } from '../../../lib/use-age';
import { timeAgo } from '../../../lib/ago';
import { keepCollection, NotKept, type Progress } from './keep-collection';
import { noteKept, useKept, type Kept } from './kept-store';

const REASONS: Record<NotKept['reason'], string> = {
  full: t`There is no room in this browser. Nothing was kept: remove another collection or free some space.`,
  lost: t`The connection was lost. Nothing was kept: try again with a better one.`,
  'no-worker': t`This browser keeps nothing offline, for example in a private window or while it saves data.`,
  failed: t`The collection could not be kept. Please try again.`,
};

const useKeeping = (id: string, viewerId: string) => {
  const [progress, setProgress] = useState<Progress>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const keep = async (): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setFailure(undefined);
    setProgress({ done: 0, of: 0, bytes: 0 });
    try {
      await keepCollection(id, { viewerId, signal: control.signal, onProgress: setProgress });
    } catch (error) {
      if (!isAbort(error)) setFailure(REASONS[error instanceof NotKept ? error.reason : 'failed']);
    }
    setProgress(undefined);
  };
  const remove = () => {
    setFailure(undefined);
    noteKept(viewerId, id, null);
  };
  return { progress, failure, keep, remove, cancel: () => running.current?.abort() };
};

const wordsFor = (progress: Progress | undefined, kept: Kept | undefined): string => {
  if (progress) {
    const { done, of, bytes } = progress;
    return of === 0 ? t`Keeping offline…` : t`Keeping ${done + 1} of ${of} · ${formatBytes(bytes)}`;
  }
  if (!kept) return t`For a journey: posts, pictures and first comments stay readable offline.`;
  const { missing } = kept;
  const facts = [
    t({
      message: `Kept offline ${timeAgo(kept.at)}`,
      comment: 'The value is such as “2m ago”, “just now” or a date.',
    }),
    formatBytes(kept.bytes),
    missing > 0 && plural(missing, { one: 'without # picture', other: 'without # pictures' }),
  ];
  return facts.filter(Boolean).join(' · ');
};

/** Keeps a collection in this browser for reading without a network, and says how much room it takes. */
export const KeepOffline = ({ id, viewerId }: { id: string; viewerId: string }) => {
  useMinutes();
  const kept = useKept((state) => (state.viewerId === viewerId ? state.byId[id] : undefined));
  const { progress, failure, keep, remove, cancel } = useKeeping(id, viewerId);
  return (
    <section aria-label={t`Offline`} className="border-t border-line px-4 py-2 md:px-5">
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <CloudDownload size="1.25em" aria-hidden className="shrink-0 text-muted" />
        <p role="status" className="min-w-28 flex-1 text-meta text-muted">
          {wordsFor(progress, kept)}
        </p>
        {progress ? (
          <Button variant="soft" size="sm" onClick={cancel}>
            {t`Cancel`}
          </Button>
        ) : (
          <>
            {kept ? (
              <Button variant="ghost" size="sm" onClick={remove}>
                {t`Remove`}
              </Button>
            ) : null}
            <Button variant="soft" size="sm" onClick={() => void keep()}>
              {kept ? t`Update` : t`Keep offline`}
            </Button>
          </>
        )}
      </div>
      {failure === undefined ? null : (
        <p role="alert" className="pb-1 text-meta text-danger">
          {failure}
        </p>
      )}
    </section>
  );
};
