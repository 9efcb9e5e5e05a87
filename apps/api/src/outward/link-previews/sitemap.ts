import { profilePath } from '@social-feed/contracts';
import { escapeMarkup } from '../../platform/text.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { Users } from '../../community/users/users.feature.js';

export interface SitemapDeps {
  posts: Pick<Posts, 'archive'>;
  users: Pick<Users, 'publicNamesOf'>;
  /** Origin of the web app. */
  webOrigin: string;
}

/** A file has at most 50,000 addresses (https://www.sitemaps.org/protocol.html): these posts and their authors. */
const POSTS_MAX = 25_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const document = (root: 'urlset' | 'sitemapindex', entries: string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${NAMESPACE}">`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n');
const entry = (name: 'url' | 'sitemap', address: string, changed?: Date): string =>
  `<${name}><loc>${escapeMarkup(address)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</${name}>`;

/** The last moment that `Date` knows. */
const END_OF_TIME = new Date(8.64e15);

const monthOf = (time: Date): string => time.toISOString().slice(0, 7);
const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
/** The first moment of the month after. */
const endOf = (month: string): Date => {
  const start = startOf(month);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
};

/** Sitemaps of what visitors may see in lists: posts and their authors, by month in UTC. */
export const createSitemap = ({ posts, users, webOrigin }: SitemapDeps) => ({
  robots: (): string => `User-agent: *\nDisallow:\n\nSitemap: ${webOrigin}/sitemap.xml\n`,

  /** The months that have posts, the latest first: crawlers report a file that is named and missing. */
  async index(): Promise<string> {
    const months: string[] = [];
    let last = await posts.archive.lastBefore(END_OF_TIME);
    while (last !== null) {
      months.push(monthOf(last));
      last = await posts.archive.lastBefore(startOf(monthOf(last)));
    }
    return document(
      'sitemapindex',
      months.map((month) => entry('sitemap', `${webOrigin}/sitemap-${month}.xml`)),
    );
  },

  /** The posts of a month and their authors; null if there are none. */
  async ofMonth(month: string): Promise<string | null> {
    const found = await posts.archive.between(startOf(month), endOf(month), POSTS_MAX);
    const authors = new Map(found.map(({ user }) => [user.toHexString(), user]));
    const names = await users.publicNamesOf([...authors.values()]);
    // A job hides the posts of suspended users.
    const shown = found.filter(({ user }) => names.has(user.toHexString()));
    if (shown.length === 0) return null;
    return document('urlset', [
      ...Array.from(names.values(), (name) => entry('url', webOrigin + profilePath(name))),
      ...shown.map(({ _id, createdAt, editedAt }) =>
        entry('url', `${webOrigin}/p/${_id.toHexString()}`, editedAt ?? createdAt),
      ),
    ]);
  },
});
