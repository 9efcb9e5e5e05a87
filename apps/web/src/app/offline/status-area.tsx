import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CloudOff, RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { IconButton } from '../../components/ui/icon-button';
import { useKept } from '../../features/reading/collections/kept-store';
import { paths } from '../../config/paths';
import { useOfflineStore } from '../../lib/offline';

/**
 * Tracks the browser's online state.
 * @returns a function that stops tracking
 */
export const watchNetwork = (): (() => void) => {
  const handleOnline = () => useOfflineStore.setState({ online: true, kept: false });
  const handleOffline = () => useOfflineStore.setState({ online: false });
  useOfflineStore.setState({ online: navigator.onLine });
  window.addEventListener('online', handleOnline);
  window.addEventListener('offline', handleOffline);
  return () => {
    window.removeEventListener('online', handleOnline);
    window.removeEventListener('offline', handleOffline);
  };
};

const OfflineNotice = () => {
  const keeps = useKept(({ byId }) => Object.keys(byId).length > 0);
  return (
    <p className="flex min-h-9 animate-rise items-center gap-2 rounded-pill border border-line bg-raised px-4 text-meta font-medium text-muted shadow-float">
      <CloudOff size="1em" aria-hidden />
      <span>
        <Trans>
          No connection<span className="hidden md:inline">. What was loaded last stays readable.</span>
        </Trans>
      </span>
      {keeps ? (
        // outside the router: the page is loaded from the cache
        <a
          href={paths.collections.getHref()}
          className="pointer-events-auto grid min-h-11 place-items-center font-semibold text-accent-text hover:underline"
        >
          {t`Kept collections`}
        </a>
      ) : null}
    </p>
  );
};

const UpdatePrompt = ({ update }: { update: () => void | Promise<void> }) => {
  const [busy, setBusy] = useState(false);
  const handleReload = async () => {
    setBusy(true);
    await update();
    // still running: the user chose to stay because of unsaved work
    setBusy(false);
  };
  return (
    <div className="pointer-events-auto flex animate-rise items-center gap-2 rounded-card border border-line bg-raised py-1 pe-1 ps-4 text-meta font-medium text-text shadow-float">
      <RefreshCw size="1.125em" aria-hidden className="shrink-0 text-accent-text" />
      <p>{t`A new version is ready.`}</p>
      <Button size="sm" busy={busy} onClick={() => void handleReload()}>
        {busy ? t`Reloading...` : t`Reload`}
      </Button>
      <IconButton
        label={t({
          message: 'Later',
          comment: 'A button: the new version of the app is loaded at another time.',
        })}
        onClick={() => useOfflineStore.setState({ update: null })}
      >
        <X size="1.125em" aria-hidden />
      </IconButton>
    </div>
  );
};

/** Status messages of the app at the bottom of every page: no network, or a new version. */
export const StatusArea = () => {
  const offline = useOfflineStore(({ online, kept }) => !online || kept);
  const update = useOfflineStore((state) => state.update);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 flex flex-col items-center gap-2 px-4 md:bottom-6"
    >
      {update ? <UpdatePrompt update={update} /> : null}
      {offline ? <OfflineNotice /> : null}
    </div>
  );
};
