import { Resolver } from 'node:dns/promises';
import { SECOND } from '../time.js';

/** Returns all IP addresses of a name. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the system's name servers. Unlike `dns.lookup` this takes no thread, which slow name servers of strangers could
 * keep from password hashes and files, and knows no names of this machine.
 * @throws Error if the name has no address
 */
export const resolveName: ResolveName = async (name, signal) => {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
