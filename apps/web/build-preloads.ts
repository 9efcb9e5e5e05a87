import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { AS_THE_APP, prefetch } from './src/app/prefetch';
import { WARM_UP } from './src/lib/warm-up';

/** The files that router.tsx loads first for each address. */
const SCREENS: readonly [address: RegExp, files: readonly string[]][] = [
  [/^\/(home|messages)?\/?$/, ['app/shells/shelled-pages.tsx', 'app/routes/home.tsx']],
  [
    /^\/p\//,
    [
      'app/shells/shelled-pages.tsx',
      'features/post/page/post-screen.tsx',
      'features/post/comments/comments-section.tsx',
    ],
  ],
  [
    /^\/(i\/account\/)?login\/?$/,
    ['app/routes/login.tsx', 'components/ui/form-alert.tsx', 'features/session/components/login-form.tsx'],
  ],
  [
    /^\/i\/account\/signup\/?$/,
    ['app/routes/signup.tsx', 'components/ui/form-alert.tsx', 'features/session/components/signup-form.tsx'],
  ],
  [/^\/(?!i\/|auth\/|oauth-success)/, ['app/shells/shelled-pages.tsx', 'app/routes/later-pages.tsx']],
];

/** Files that pressing a post's buttons needs beyond the first screen. */
const FOR_PRESSES = [
  'features/post/reactions/run-reaction.ts',
  'features/post/options/open-post-options.tsx',
  'features/post/dialogs/dialogs.tsx',
  'components/ui/toaster.tsx',
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
    link.href = file;
    document.head.append(link);
  }
};

/** Runs in the page: on `event`, puts these chunks into the browser's cache, where they take no memory. */
const fetchWhenAsked = (event: string, files: readonly string[]): void => {
  const fetchOne = async (file: string) => (await fetch(file, { priority: 'low' })).arrayBuffer();
  const fetchAll = () => {
    // ignore failures: the importing code fetches the file again
    for (const file of files) fetchOne(file).catch(() => undefined);
  };
  addEventListener(event, fetchAll, { once: true });
};

/**
 * Lets the browser fetch all scripts of the first screen in parallel. Otherwise each script is found only when the
 * one before it has loaded, which costs a round trip each. The page names the imports of the entry; the script in
 * the page's head knows the address and names those of the screen. If the API is on the app's own origin, the same
 * script also makes the app's first calls.
 * @param source folder of the web app's sources, with forward slashes
 * @param env the build's environment
 */
export const preloads = (source: string, env: Record<string, string | undefined>): Plugin => ({
  name: 'preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle, chunk }) =>
      [...closureOf((bundle as Bundle | undefined) ?? {}, chunk?.imports ?? [])].map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      })),
  },
  writeBundle(options, output) {
    const bundle = output as Bundle;
    const chunks = Object.values(bundle);
    const entry = chunks.find(({ moduleIds }) => moduleIds?.includes(`${source}/main.tsx`));
    const known = closureOf(bundle, entry ? [entry.fileName] : []);
    const needed = (files: readonly string[]) => {
      const roots = files.map((file) => {
        const holder = chunks.find(({ moduleIds }) => moduleIds?.includes(`${source}/${file}`));
        if (!holder) throw new Error(`${file} is in no chunk`);
        return holder.fileName;
      });
      return [...closureOf(bundle, roots)].filter((file) => !known.has(file)).map((file) => `/${file}`);
    };
    const screens = SCREENS.map(([address, files]) => [address.source, needed(files)]);
    const atHome = needed(SCREENS[0]?.[1] ?? []);
    const forPresses = needed(FOR_PRESSES).filter((file) => !atHome.includes(file));
    const api = (env['VITE_API_URL'] ?? '/api').replace(/\/+$/, '');
    const early = { ...AS_THE_APP, api, publicBrowsing: env['VITE_PUBLIC_BROWSING'] === 'true' };
    const calls = [
      ...(api.startsWith('/') ? [`(${prefetch.toString()})(${JSON.stringify(early)});`] : []),
      `(${fetchAhead.toString()})(${JSON.stringify(screens)});`,
      `(${fetchWhenAsked.toString()})(${JSON.stringify(WARM_UP)}, ${JSON.stringify(forPresses)});`,
    ];
    appendFileSync(join(options.dir ?? 'dist', HEAD_SCRIPT), `\n${calls.join('\n')}\n`);
  },
});
