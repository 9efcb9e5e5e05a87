import { basename } from 'node:path';
import { SCREENS } from './build-preloads.ts';

/** The part of rolldown's context that the rule needs. */
interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null;
}

/** These files and the app's own modules that they import statically. */
const closureOf = (source: string, graph: Graph, files: readonly string[]): Set<string> => {
  const found = new Set(files.map((file) => `${source}/${file}`));
  // iterating a set also visits entries added during the loop
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? [])
      if (next.startsWith(`${source}/`)) found.add(next);
  return found;
};

/** Modules that phones need too. In `column`, they would bring the whole right column along. */
const PHONES_TOO = /(react-query.+useQuery|lib.(copy-text|words.list)|contracts.src.(fold|hashtags))\.[jt]s$/;

/** The parts that the right column loads. */
const COLUMN = ['app/shells/right-panel.tsx', 'features/reading/search/components/search-box.tsx'];

/** What home loads without a press once it shows its first picture, and what keeps it up to date from then on. */
const LATER = {
  soon: [
    'app/offline/start.tsx',
    'lib/focus-keeper.ts',
    'features/reading/feed/pill-face.tsx',
    'features/reading/feed/pull-gesture.ts',
    'features/reading/today/hand-strip.tsx',
  ],
  sync: ['app/shells/background-sync.tsx'],
};

/** The limits, and what sign-in uses of the icons. */
const SHARED =
  /contracts.src.limits|lucide-react.+(shared|Icon\.|icons.(check|circle-(check|exclamation-point)|eye|mail|user-round))/;

const ICONS = /import \{([^}]+)\} from ["']lucide-react["']/;

/** File names of the icons that these modules show. */
const iconsOf = (files: Iterable<string>, graph: Graph): Set<string> =>
  new Set(
    [...files].flatMap((id) =>
      [...(ICONS.exec(graph.getModuleInfo(id)?.code ?? '')?.[1] ?? '').matchAll(/\w+/g)].map(([name]) =>
        name.replaceAll(/\B[A-Z\d]/g, '-$&').toLowerCase(),
      ),
    ),
  );

/**
 * Groups the modules of the first screens into chunks; by default the bundler makes some seventy for the feed.
 * `vendor` and `base` are what every page loads, `feed` and `login` what these screens add, `common` what both use,
 * `icons` what these screens but not sign-in show of the icons, `serif` the typeface of titles, `column` what wide
 * windows add to the feed, `soon` and `sync` what follows the first picture. The icons of many other pages make a chunk
 * too.
 * @param source folder of the web app's sources, with forward slashes
 */
export const chunkGroups = (source: string) => {
  let sets: Record<'feed' | 'login' | 'column' | 'icons' | 'soon' | 'sync', Set<string>> | undefined;
  const setsOf = (graph: Graph) => {
    const of = (files: readonly string[]) => closureOf(source, graph, files);
    if (sets) return sets;
    const [feed, column] = [of(SCREENS.home.files), of(COLUMN)];
    const icons = iconsOf([...feed, ...column], graph);
    const [soon, sync] = [of(LATER.soon), of(LATER.sync)];
    sets = { feed, login: of(SCREENS.login.files), column, icons, soon, sync };
    return sets;
  };
  const screenOf = (id: string, graph: Graph): string | null => {
    const { feed, login } = setsOf(graph);
    if (PHONES_TOO.test(id)) return 'feed';
    if (feed.has(id)) return login.has(id) ? 'common' : 'feed';
    return login.has(id) ? 'login' : null;
  };
  return [
    { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 6 },
    { name: 'base', tags: ['$initial' as const], priority: 5 },
    {
      name: (id: string, graph: Graph) =>
        SHARED.test(id) || screenOf(id, graph) === 'common' ? 'common' : null,
      priority: 4,
    },
    // sign-in shows without it
    { name: 'serif', test: /lib.serif(-files)?\.ts$|source-serif/, priority: 3 },
    // what many pages use belongs to no screen
    {
      name: (id: string, graph: Graph) =>
        setsOf(graph).icons.has(basename(id, '.mjs')) ? 'icons' : 'more-icons',
      test: /lucide-react/,
      minShareCount: 3,
      priority: 3,
    },
    { name: screenOf, debugName: 'screens', priority: 1 },
    {
      name: (id: string, graph: Graph) =>
        (['column', 'soon', 'sync'] as const).find((name) => setsOf(graph)[name].has(id)) ?? null,
      debugName: 'later',
    },
  ];
};
