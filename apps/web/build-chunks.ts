/** What a chunking rule can ask about a module; a part of rolldown's context. */
interface Graph {
  getModuleInfo: (
    id: string,
  ) => {
    code: string | null;
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

type Ids = Set<string>;

const PACKAGES = /node_modules|[\\/]packages[\\/]/;
/** Packages that every screen has loaded. */
const VENDOR = /node_modules[\\/](react|react-dom|react-router|react-router-dom|zustand)[\\/]/;
/** Limits, the mark, the making of icons, and the icons that the account pages, the feed or its frame share with others. */
const SHARED =
  /contracts[\\/]src[\\/]limits|ui[\\/](create-icon|logo)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](x|eye|mail|user-round|heart|message-circle|plus|circle-user)\.mjs/;
/** Of the contracts: the addresses of pictures, which posts show and the composer makes. */
const MEDIA_URLS = /contracts[\\/]src[\\/]media-urls/;
/** A part that several later pages share is gathered with others of its kind up to this many characters of source. */
const SMALL = 4000;

const importsOf = (graph: Graph, id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
const isOwn = (id: string) => !PACKAGES.test(id);
const lateImportsOf = (graph: Graph, id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];

/** Own modules that come with `roots`; what is imported on demand does not. */
const closureOf = (graph: Graph, roots: readonly string[]): Ids => {
  const found: Ids = new Set(roots.filter(isOwn));
  // a set is gone through with what is added meanwhile
  for (const id of found) for (const own of importsOf(graph, id).filter(isOwn)) found.add(own);
  return found;
};

/** Every module that is imported on demand somewhere, and so begins a chunk. */
const lateRoots = (graph: Graph, main: string): Ids => {
  const roots: Ids = new Set([main]);
  for (const root of roots)
    for (const id of closureOf(graph, [root])) for (const late of lateImportsOf(graph, id)) roots.add(late);
  roots.delete(main);
  return roots;
};

/** What the feed takes up as soon as its first posts are there: one file instead of several. */
const SOON = /features[\\/](post[\\/]list[\\/]upkeep|feed[\\/]pull-gesture)/;

/** What more than one of these pages brings. */
const sharedBy = (graph: Graph, roots: Ids): Ids => {
  const once: Ids = new Set();
  const shared: Ids = new Set();
  for (const root of roots) for (const id of closureOf(graph, [root])) (once.has(id) ? shared : once).add(id);
  for (const id of shared) if (roots.has(id)) shared.delete(id);
  return shared;
};

/** Of these the small ones that need nothing but what is loaded by then. */
const smallOf = (graph: Graph, ids: Ids, loaded: (id: string) => boolean): Ids =>
  new Set(
    [...ids].filter(
      (id) => (graph.getModuleInfo(id)?.code?.length ?? SMALL) < SMALL && importsOf(graph, id).every(loaded),
    ),
  );

/** lucide's icons that both the account pages and others show only later; its index file hides who uses which. */
const ACCOUNT_ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|arrow-left|circle-exclamation-point)\.mjs/;
/** Files of one account page alone, which the right column's panel for visitors shares with it. */
const ONE_ACCOUNT_PAGE = /features[\\/].*(login|signup|availability|strength|reset|countdown|progress)/;
const LATE_ICONS =
  /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](trash|copy|bookmark|link-2|clapperboard|chevron-left|chevron-right)\.mjs/;

/**
 * Chunks for what the first screens need: `base` for what the entry loads whatever the address, `feed` for the frame and
 * the feed. Left alone the bundler makes thirty of them, by who shares what with whom, which compress worse by 9 kB.
 * What the account pages share is one chunk, `account-parts`, and what later pages share in small pieces another.
 * @param source folder of the web app's sources, with forward slashes
 */
export const chunkRules = (source: string) => {
  let sets: Record<'base' | 'feed' | 'accounts' | 'parts', Ids> | undefined;
  const read = (graph: Graph): NonNullable<typeof sets> => {
    const closure = (files: string[]) =>
      closureOf(
        graph,
        files.map((file) => `${source}/${file}`),
      );
    const base = closure(['main.tsx']);
    const feed = closure(['app/shells/shelled-pages.tsx', 'app/routes/home.tsx']);
    const pages = ['login', 'signup', 'forgot-password'].map((name) => `app/routes/${name}.tsx`);
    const roots = lateRoots(graph, `${source}/main.tsx`);
    const isBase = (id: string) => base.has(id) || VENDOR.test(id) || SHARED.test(id);
    return {
      base,
      feed,
      accounts: closure(pages),
      parts: smallOf(graph, sharedBy(graph, roots), (id) => isBase(id) || feed.has(id)),
    };
  };
  const setsOf = (graph: Graph) => (sets ??= read(graph));
  return {
    first: (id: string, graph: Graph): string | null => {
      const { base, feed, accounts } = setsOf(graph);
      if (id.endsWith('/main.tsx')) return null;
      if (SHARED.test(id) || base.has(id)) return 'base';
      if (MEDIA_URLS.test(id)) return 'feed';
      // what the account pages share with the feed must not bring them the feed
      if (feed.has(id)) return accounts.has(id) ? 'base' : 'feed';
      return SOON.test(id) ? 'list-late' : null;
    },
    /** Of the account pages; for what more than one of them uses. */
    account: (id: string, graph: Graph): string | null =>
      (setsOf(graph).accounts.has(id) && !ONE_ACCOUNT_PAGE.test(id)) || ACCOUNT_ICONS.test(id)
        ? 'account-parts'
        : null,
    later: (id: string, graph: Graph): string | null =>
      LATE_ICONS.test(id) || setsOf(graph).parts.has(id) ? 'parts' : null,
  };
};
