import { createRoot } from 'react-dom/client';
import { env } from '../../config/env';
import { keepForReader } from './keep-for-reader';
import { watchNetwork, StatusArea } from './status-area';
import { watchStaleParts, watchUpdates } from './watch-updates';

const register = async (container: ServiceWorkerContainer): Promise<void> => {
  const registration = await container.register('/sw.js', { updateViaCache: 'none' });
  // a browser that blocks workers may answer with nothing
  if (registration as ServiceWorkerRegistration | undefined) watchUpdates(container, registration);
};

/**
 * What keeps the app usable offline; loaded once the page is there. Development and insecure origins do without the
 * worker, and one that `npm start` left on the same port goes.
 */
export const startOffline = (): void => {
  watchNetwork();
  watchStaleParts();
  createRoot(document.body.appendChild(document.createElement('div'))).render(<StatusArea />);
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  if (!container) return;
  if (env.production) {
    keepForReader(container);
    // private windows may refuse a worker: the app then needs the network
    register(container).catch(() => undefined);
  } else {
    void container.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())));
  }
};
