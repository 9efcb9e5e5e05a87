import type { JobRun } from '../../platform/jobs/job-run.js';
import { createCookies } from '../../platform/outbound/cookies.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { shownHost } from '../../platform/outbound/shown-host.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, SECOND } from '../../platform/time.js';
import { decodePage, hasHead, readPage } from './page-facts.js';
import { CARD_JOB, type PostCards } from '../../content/posts/post-cards.js';
import type { StoredCard } from '../../content/posts/post.model.js';

/** Pages name what cards need at their beginning. */
const PAGE_BYTES = 1024 * 1024;
/** Pages that only lead to the next one, by a refresh in place of a redirect. */
const REFRESHES_MAX = 5;
const TRIES = 3;
/** Some hosts name no type. */
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', '']);

interface LinkCardsDeps extends Pick<Platform, 'jobs' | 'outbound'> {
  posts: { cards: Pick<PostCards, 'waiting' | 'fill'> };
}

/**
 * Link cards: title, description and picture of the page at the first address of a post. A job reads the page after the
 * post was written, so that no reader's browser does.
 */
export function createLinkCards({ jobs, outbound, posts: { cards } }: LinkCardsDeps): void {
  jobs.define(CARD_JOB, { timeLimit: 30 * SECOND, concurrency: 2, giveUpAfter: 30 * MINUTE }, make);

  /** Reads the page of a post's card, unless it was read or taken away, or the post is gone. */
  async function make({ post }: { post: string }, { attempts, signal }: JobRun): Promise<void> {
    const url = await cards.waiting(post);
    if (url === undefined) return;
    const card = await read(url, signal).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      if (error.kind === 'failed' && attempts < TRIES) throw error;
      return undefined;
    });
    if (card !== undefined && card.title !== '') await cards.fill(post, card);
  }

  async function read(url: string, signal: AbortSignal): Promise<StoredCard> {
    const cookies = createCookies();
    let next = url;
    for (let refreshes = 0; ; refreshes += 1) {
      const page = await outbound.fetch(next, {
        accept: 'text/html,application/xhtml+xml',
        isWanted: (type) => PAGES.has(type),
        bytesMax: PAGE_BYTES,
        longer: 'cut',
        suffices: hasHead,
        cookies,
        signal,
      });
      const { refresh, ...facts } = await readPage(decodePage(page.body, page.type), page.url);
      const leadsOn = refresh !== '' && refresh !== page.url && refreshes < REFRESHES_MAX;
      if (!leadsOn) return { url, site: shownHost(page.url), ...facts };
      next = refresh;
    }
  }
}
