import { fileURLToPath } from 'node:url';
import type { Demo } from '@social-feed/api/demo';
import { demoMedia } from './dev/demo-media.js';
import { demoProvider } from './dev/demo-provider.js';
import { mailbox } from './dev/mailbox.js';

const MEDIA = fileURLToPath(new URL('../media/', import.meta.url));

/** What the API mounts outside production, and with DEMO_DATA the media in production too. */
export const demo: Demo = { media: () => demoMedia(MEDIA), provider: demoProvider, mailbox };
