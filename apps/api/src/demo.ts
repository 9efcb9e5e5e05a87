import { existsSync } from 'node:fs';
import type { RequestHandler } from 'express';
import type { Config } from './platform/config/config.js';
import type { MailboxMail } from './platform/mail/mailer.js';

export { escapeMarkup } from './platform/text.js';
export { seal, unseal } from './platform/seal.js';
export type { MailboxMail };

/** What packages/demo provides to an API that is not in production. */
export interface Demo {
  /** Serves the pictures and clips of the demo data. */
  media: () => RequestHandler;
  /** Simulates sign-in providers without keys. */
  provider: (deps: DemoProviderDeps) => RequestHandler;
  /** Shows mail that was stored instead of sent. */
  mailbox: (deps: { kept: (to?: string) => Promise<MailboxMail[]> }) => RequestHandler;
}

export interface DemoProviderDeps {
  /** This API's credentials at the demo provider. */
  keys: { readonly clientId: string; readonly clientSecret: string };
  /** Encrypts the provider's codes and tokens. */
  sealingKey: Buffer;
  now: () => Date;
}

/** Imported by path: the demo depends on the API, so the API cannot depend on the demo, and images leave it out. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../../packages/demo/src/index.ts'
    : '../../../packages/demo/dist/index.js',
  import.meta.url,
);

export const wantsDemo = ({ production, demoData }: Pick<Config, 'production' | 'demoData'>): boolean =>
  !production || demoData;

/** Loads the demo if it is enabled and installed. */
export async function loadDemo(config: Pick<Config, 'production' | 'demoData'>): Promise<Demo | undefined> {
  if (!wantsDemo(config) || !existsSync(ENTRY)) return undefined;
  const { demo } = (await import(ENTRY.href)) as { demo: Demo };
  return demo;
}
