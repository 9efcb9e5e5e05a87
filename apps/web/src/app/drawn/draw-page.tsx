import type { CurrentUser, Instance } from '@social-feed/contracts';
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { useBlockStore, type BlockedAuthor } from '../../cache/block-store';
import { CAROUSEL, showsPicture } from '../../features/content/post/model/media-items';
import type { ClientPost } from '../../features/content/post/model/post';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import type { Elements } from '../../lib/elements';
import { useInstanceStore } from '../../lib/instance-store';
import { ViewerProvider } from '../../lib/viewer';
import { QueryClientOverride, QueryProvider } from '../query-provider';
import { Shell } from '../shells/shell';
import type { Drawn } from '../../../server/drawn';
import { navigator, screen, window } from './browser';

/** What is known of every page's reader. */
export interface PageToDraw {
  /** The answer to the call of the page's content. */
  answer: unknown;
  /** Null for a visitor. */
  user: CurrentUser | null;
  instance: Instance | undefined;
  /** The languages that the browser prefers. */
  languages: readonly string[];
}

/** Links that React writes before the markup, for what a browser should fetch at once. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;
const TITLE = /<title>[^<]*<\/title>/;
const FIRST_PICTURE = /<link [^>]*fetchPriority="high"[^>]*>/gi;
const EAGER = /(<img [^>]*)loading="eager"/g;
/** A picture that narrow and wide screens show in different sizes has a link for each, in this order. */
const WIDTHS = [CAROUSEL, `not all and ${CAROUSEL}`];
/** Where the link's picture is in the markup: React writes links in an order of its own. */
const placeIn = (markup: string, link: string) =>
  markup.indexOf(` sizes="${/imageSizes="([^"]*)"/.exec(link)?.[1]}"`);
const forWidth = (link: string, index: number) => link.replace('<link ', `<link media="${WIDTHS[index]}" `);

/** Makes the stores of a browser those of a new one. */
export const beginPage = ({ languages }: PageToDraw): void => {
  navigator.languages = [...languages];
  screen.known.clear();
};

interface Content {
  path: string;
  page: Elements;
  /** The posts that show. */
  posts: readonly ClientPost[];
  blocked?: BlockedAuthor[];
  /** Puts what the page shows into the cache. */
  fill: (client: QueryClient) => void;
}

/** Draws a page in the app's frame. What stores know of a browser has its default. */
export const drawPage = (
  { user, instance }: PageToDraw,
  { path, page, posts, blocked = [], fill }: Content,
): Drawn => {
  const client = new QueryClient();
  fill(client);
  // React reads the first state of a store on a server; nothing else runs until the markup is there
  const session = useSessionStore.getInitialState();
  const before = { ...session };
  const blocks = useBlockStore.getInitialState();
  const none = { ...blocks };
  Object.assign(blocks, { blocked });
  Object.assign(session, { currentUser: user, isAuthenticated: user !== null, isInitializing: false });
  Object.assign(useInstanceStore.getInitialState(), { known: instance });
  window.location.pathname = path;
  try {
    const drawn = renderToStaticMarkup(
      <StaticRouter location={path}>
        <ViewerProvider value={{ user, status: user ? 'signed-in' : 'signed-out' }}>
          <QueryClientOverride value={client}>
            <QueryProvider>
              <Shell>{page}</Shell>
            </QueryProvider>
          </QueryClientOverride>
        </ViewerProvider>
      </StaticRouter>,
    );
    const [links = ''] = PRELOADS.exec(drawn) ?? [];
    const markup = drawn.slice(links.length).replace(TITLE, '');
    const first = [...((posts.some(showsPicture) && links.match(FIRST_PICTURE)) || [])].sort(
      (a, b) => placeIn(markup, a) - placeIn(markup, b),
    );
    return {
      // where a picture is there in two sizes, the one that shows is fetched: by its link as early as without "lazy"
      markup: first.length < 2 ? markup : markup.replaceAll(EAGER, '$1loading="lazy"'),
      preload: (first.length < 2 ? first : first.map(forWidth)).join(''),
    };
  } finally {
    Object.assign(session, before);
    Object.assign(blocks, none);
    client.clear();
  }
};
