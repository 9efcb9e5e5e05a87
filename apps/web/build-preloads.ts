import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { AS_THE_APP, askEarly } from './src/app/ask-early';
import { WARM_UP } from './src/lib/warm-up';

/** What these addresses show first, by the files that router.tsx loads for them. */
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

/** What a press on a post needs beyond the first screen. */
const FOR_PRESSES = [
  'features/post/reactions/run-reaction.ts',
  'features/post/options/open-post-options.tsx',
  'features/post/dialogs/dialogs.tsx',
  'components/ui/toaster.tsx',
];

/** The script in the page's head, which every server gives as it is. */
const HEAD_SCRIPT = 'theme.js';

interface Chunk {
  fileName: string;
  imports?: readonly string[];
  moduleIds?: readonly string[];
}
type Bundle = Record<string, Chunk>;

/** These chunks and all that they import at once. */
const closureOf = (bundle: Bundle, roots: readonly string[]): Set<string> => {
  const found = new Set(roots);
  // a set is gone through with what is added meanwhile
  for (const name of found) for (const next of bundle[name]?.imports ?? []) found.add(next);
  return found;
};

/** Runs in the page: fetches the chunks of the first pattern that the address fits. */
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

/** Runs in the page: once somebody asks for them, puts these chunks into the browser's cache, where they take no memory. */
const fetchWhenAsked = (event: string, files: readonly string[]): void => {
  const fetchOne = async (file: string) => (await fetch(file, { priority: 'low' })).arrayBuffer();
  const fetchAll = () => {
    // what fails to come is asked for again by whatever needs it
    for (const file of files) fetchOne(file).catch(() => undefined);
  };
  addEventListener(event, fetchAll, { once: true });
};

/**
 * Lets a browser fetch all scripts of the first screen at once, rather than one after the other as each names the next,
 * which costs a round trip every time: the entry's imports are named in the page, those of the screen by the script in
 * the page's head, which knows the address. The same script makes the app's first calls, where the API is on the app's
 * own origin.
 * @param source folder of the web app's sources, with forward slashes
 * @param env the settings of the build
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
      ...(api.startsWith('/') ? [`(${askEarly.toString()})(${JSON.stringify(early)});`] : []),
      `(${fetchAhead.toString()})(${JSON.stringify(screens)});`,
      `(${fetchWhenAsked.toString()})(${JSON.stringify(WARM_UP)}, ${JSON.stringify(forPresses)});`,
    ];
    appendFileSync(join(options.dir ?? 'dist', HEAD_SCRIPT), `\n${calls.join('\n')}\n`);
  },
});
