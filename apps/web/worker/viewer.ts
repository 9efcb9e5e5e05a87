import type { ToPage } from './protocol';

/** A page that is just starting answers once its script for this is loaded: so often, so many ms apart. */
const TRIES = 40;
const TRY_MS = 250;

const askOnce = (client: Client): Promise<string | null> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => {
      port1.close();
      resolve(null);
    }, TRY_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      port1.close();
      resolve(typeof data === 'string' ? data : null);
    };
    const question: ToPage = { type: 'who' };
    client.postMessage(question, [port2]);
  });

/**
 * Asks a page who is signed in on it: the cookies of a session are not for scripts to read, a worker's neither.
 * @returns the id of the reader; null where the page is gone or gives no answer
 */
export const askWhose = async (clients: Pick<Clients, 'get'>, clientId: string): Promise<string | null> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const client = await clients.get(clientId);
    if (!client) return null;
    const viewer = await askOnce(client);
    if (viewer !== null) return viewer;
  }
  return null;
};
