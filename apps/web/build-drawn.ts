import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const BROWSER = fileURLToPath(new URL('./src/app/drawn/browser.ts', import.meta.url)).replaceAll('\\', '/');
const NAMES =
  'globalThis, window, document, navigator, localStorage, sessionStorage, getComputedStyle, ResizeObserver, BroadcastChannel';
/** The app's own modules. */
const OWN = /\/apps\/web\/src\/(?!app\/drawn\/).*\.tsx?$/;
/** Parts that load later, but for what hides posts, the account menu and the bottom bar: draw-page.tsx waits for these. */
const DYNAMIC = /\bimport\(\s*['"`](?!\.\/(?:muted-posts|account-corner|bottom-bar))[^'"`]*['"`]\s*\)/g;

/**
 * Lets the web server draw pages by the app's components: its modules get what they use of a browser from
 * src/app/drawn/browser.ts, and parts that load later never do, so that they draw what shows until then.
 */
export const drawnOnServer = (): Plugin => ({
  name: 'drawn-on-server',
  enforce: 'pre',
  transform(code, id) {
    if (!OWN.test(id.replaceAll('\\', '/'))) return null;
    const own = code.replace(DYNAMIC, 'new Promise<any>(() => undefined)');
    return { code: `import { ${NAMES} } from '${BROWSER}';${own}`, map: null };
  },
});
