import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { closePages, launch, openPage, type WatchedPage } from './browser.js';

/** Opens pages for account form tests and reads and fills their fields. */
export interface AccountPages {
  readonly browser: Browser;
  readonly watched: WatchedPage;
  readonly page: Page;
  /** Opens a blank page, which becomes the current one. */
  open(options?: BrowserContextOptions): Promise<void>;
  close(): Promise<void>;
  /** The field with exactly this label. */
  field(label: string): Locator;
  /** Fills in fields by their labels. */
  fill(fields: Record<string, string>): Promise<void>;
  press(button: string | RegExp): Promise<void>;
  /** Waits for exactly this text. */
  sees(words: string): Promise<void>;
}

/** Call in the body of a `describe`. Provides a browser, and with `each` a new page per test, closed afterwards. */
export function accountPages(pages: 'each' | 'as opened' = 'as opened'): AccountPages {
  let browser: Browser | undefined;
  let watched: WatchedPage | undefined;
  const begun = <T>(what: T | undefined): T => {
    if (what === undefined) throw new Error('Nothing is open yet');
    return what;
  };
  const at: AccountPages = {
    get browser() {
      return begun(browser);
    },
    get watched() {
      return begun(watched);
    },
    get page() {
      return at.watched.page;
    },
    open: async (options) => {
      watched = await openPage(at.browser, options);
      watched.page.setDefaultTimeout(30_000);
    },
    close: () => at.watched.close(),
    field: (label) => at.page.getByLabel(label, { exact: true }),
    fill: async (fields) => {
      for (const [label, value] of Object.entries(fields)) await at.field(label).fill(value);
    },
    press: (name) => at.page.getByRole('button', { name }).click(),
    sees: (words) => at.page.getByText(words, { exact: true }).waitFor(),
  };
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => closePages(browser));
  if (pages === 'each') {
    beforeEach(() => at.open());
    afterEach(() => at.close());
  }
  return at;
}

/** Returns the message below a field, which is the field's description. */
export const below = (at: AccountPages, label: string): Promise<string> =>
  at.field(label).evaluate((input) => {
    const id = input.getAttribute('aria-describedby');
    return id === null ? '' : (document.getElementById(id)?.innerText ?? '');
  });
