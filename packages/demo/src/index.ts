import { fileURLToPath } from 'node:url';
import type { Demo } from '@social-feed/api/demo';
import { demoMedia } from './dev/demo-media.js';
import { demoProvider } from './dev/demo-provider.js';
import { mailbox } from './dev/mailbox.js';

const MEDIA = fileURLToPath(new URL('../media/', import.meta.url));

/** Routes that the API mounts outside production; the media also in production if DEMO_DATA is on. */
export const demo: Demo = { media: () => demoMedia(MEDIA), provider: demoProvider, mailbox };
