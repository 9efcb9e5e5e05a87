import { appendFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Plugin } from 'vite';
import { AS_THE_APP, prefetch } from './src/app/prefetch.ts';
import { MORE_LETTERS } from './src/lib/serif-files.ts';
import { WARM_UP } from './src/lib/warm-up.ts';

interface Screen {
  address: RegExp;
  /** The files that router.tsx loads first for this address. */
  files: readonly string[];
}

/** The frame of all pages inside the app, at every width. */
const FRAME = ['app/shells/shelled-pages.tsx', 'app/shells/bottom-bar.tsx', 'app/shells/sides.tsx'];

/** The routes of the calls that only some screens make. */
const ROUTES = '../../../packages/contracts/src/routes.ts';

/** The first screen that matches an address counts. */
export const SCREENS = {
  home: { address: /^\/(home|messages)?\/?$/, files: [...FRAME, 'app/routes/home.tsx'] },
  post: { address: /^\/p\//, files: [...FRAME, 'features/content/post/page/post-screen.tsx', ROUTES] },
  login: { address: /^\/(i\/account\/)?login\/?$/, files: ['app/routes/login.tsx'] },
  signup: { address: /^\/i\/account\/signup\/?$/, files: ['app/routes/signup.tsx', ROUTES] },
  later: {
    address: /^\/(?!i\/|auth\/|oauth-success)/,
    files: [...FRAME, 'app/routes/later-pages.tsx', ROUTES],
  },
} satisfies Record<string, Screen>;

/** Files that pressing a post's buttons needs beyond the first screen. */
const FOR_PRESSES = [
  'features/content/post/reactions/run-reaction.ts',
  'features/content/post/options/open-post-options.tsx',
  'features/content/post/dialogs/dialogs.tsx',
  'components/ui/toaster.tsx',
  ROUTES,
];

/** The script in the page's head; every server sends it unchanged. */
const HEAD_SCRIPT = 'theme.js';

interface Chunk {
  fileName: string;
  imports?: readonly string[];
  moduleIds?: readonly string[];
}
type Bundle = Record<string, Chunk>;

/** These chunks and everything they import statically. */
const closureOf = (bundle: Bundle, roots: readonly string[]): Set<string> => {
  const found = new Set(roots);
  // iterating a set also visits entries added during the loop
  for (const name of found) for (const next of bundle[name]?.imports ?? []) found.add(next);
  return found;
};

/** Runs in the page: fetches the chunks of the first pattern that matches the address. */
const fetchAhead = (screens: readonly (readonly [string, readonly string[]])[]): void => {
  const found = screens.find(([address]) => new RegExp(address, 'i').test(location.pathname));
  for (const file of found?.[1] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    // in a page that has its posts, their first picture comes first
    if (document.querySelector('meta[name=drawn]')) link.fetchPriority = 'low';
    link.href = (document.documentElement.dataset['words'] ?? '') + file;
    document.head.append(link);
  }
};

/** Runs in the page: on `event`, puts these chunks into the browser's cache, where they take no memory. */
const fetchWhenAsked = (event: string, files: readonly string[]): void => {
  const at = document.documentElement.dataset['words'] ?? '';
  const fetchOne = async (file: string) => (await fetch(file, { priority: 'low' })).arrayBuffer();
  const fetchAll = () => {
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
    // ignore failures: the importing code fetches the file again
    for (const file of files.map((name) => at + name))
      if (!loaded.has(new URL(file, location.href).href)) fetchOne(file).catch(() => undefined);
  };
  addEventListener(event, fetchAll, { once: true });
};

/**
 * Lets the browser fetch the scripts of the first screen together with the entry; otherwise it finds them only when
 * the entry runs, a round trip later. The script in the page's head knows the address and names the files. If the
 * API is on the app's own origin, the same script also makes the app's first calls.
 * @param source folder of the web app's sources, with forward slashes
 * @param env the build's environment
 */
export const preloads = (source: string, env: Record<string, string | undefined>): Plugin => ({
  name: 'preloads',
  apply: 'build',
  writeBundle(options, output) {
    const bundle = output as Bundle;
    const chunks = Object.values(bundle);
    const entry = chunks.find(({ moduleIds }) => moduleIds?.includes(`${source}/main.tsx`));
    const known = closureOf(bundle, entry ? [entry.fileName] : []);
    const needed = (files: readonly string[]) => {
      const roots = files.map((file) => {
        const holder = chunks.find(({ moduleIds }) => moduleIds?.includes(posix.join(source, file)));
        if (!holder) throw new Error(`${file} is in no chunk`);
        return holder.fileName;
      });
      return [...closureOf(bundle, roots)].filter((file) => !known.has(file)).map((file) => `/${file}`);
    };
    const screens = Object.values(SCREENS).map(({ address, files }) => [address.source, needed(files)]);
    const atHome = needed(SCREENS.home.files);
    const forPresses = needed(FOR_PRESSES).filter((file) => !atHome.includes(file));
    const api = (env['VITE_API_URL'] ?? '/api').replace(/(?<!\/)\/+$/, '');
    const fontOf = (letters: string) =>
      `/${Object.keys(bundle).find((file) => file.endsWith('.woff2') && file.includes(`source-serif-4-${letters}-600`))}`;
    const latin = [fontOf('latin')] as const;
    const serif = {
      others: [latin],
      ...Object.fromEntries(
        Object.entries(MORE_LETTERS).map(([language, [file, letters]]) => [
          language,
          [latin, [fontOf(file), letters] as const],
        ]),
      ),
    };
    const early = { ...AS_THE_APP, api, serif, publicBrowsing: env['VITE_PUBLIC_BROWSING'] === 'true' };
    const calls = [
      ...(api.startsWith('/') ? [`(${prefetch.toString()})(${JSON.stringify(early)});`] : []),
      `(${fetchAhead.toString()})(${JSON.stringify(screens)});`,
      `(${fetchWhenAsked.toString()})(${JSON.stringify(WARM_UP)}, ${JSON.stringify(forPresses)});`,
    ];
    appendFileSync(join(options.dir ?? 'dist', HEAD_SCRIPT), `\n${calls.join('\n')}\n`);
  },
});
