import { partText } from '@social-feed/contracts/linked-text';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { createCookies } from '../../platform/outbound/cookies.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { shownHost } from '../../platform/outbound/shown-host.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, SECOND } from '../../platform/time.js';
import { decodePage, hasHead, readPage } from './page-facts.js';
import type { PostRecord, StoredCard } from './post.model.js';

const JOB = 'link-card';
/** Pages name what cards need at their beginning. */
const PAGE_BYTES = 1024 * 1024;
/** Pages that only lead to the next one, by a refresh in place of a redirect. */
const REFRESHES_MAX = 5;
const TRIES = 3;
/** Some hosts name no type. */
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', '']);

interface Parts extends Pick<Platform, 'config' | 'jobs' | 'outbound' | 'log'> {
  posts: Collection<PostRecord>;
}

type Shown = Pick<PostRecord, 'title' | 'description' | 'hasMedia'>;

export type LinkCards = ReturnType<typeof createLinkCards>;

/**
 * Link cards: title, description and picture of the page at the first address of a post. A job reads the page after the
 * post was written, so that no reader's browser does. Posts with media have none.
 */
export function createLinkCards({ config, jobs, outbound, posts, log }: Parts) {
  jobs.define(JOB, { timeLimit: 30 * SECOND, concurrency: 2, giveUpAfter: 30 * MINUTE }, make);

  /** Reads the page of a post's card, unless it was read or taken away, or the post is gone. */
  async function make({ post }: { post: string }, { attempts, signal }: JobRun): Promise<void> {
    const _id = new Types.ObjectId(post);
    const found = await posts.findOne({ _id, deletedAt: null }, { projection: { card: 1 } });
    if (!isWaiting(found?.card)) return;
    const { url } = found!.card!;
    const card = await read(url, signal).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      if (error.kind === 'failed' && attempts < TRIES) throw error;
      return undefined;
    });
    if (card === undefined || card.title === '') return;
    await posts.updateOne({ _id, 'card.url': url, 'card.removed': { $ne: true } }, { $set: { card } });
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

  return {
    /**
     * The card to write with a post: the present one for the same address, else one that waits for its page.
     * @returns no fields if the card does not change
     */
    fieldsFor(shown: Shown, before: StoredCard | null | undefined): { card?: StoredCard | null } {
      const url = config.linkCards || before ? firstAddress(shown) : undefined;
      if (url === before?.url) return {};
      return { card: url === undefined || !config.linkCards ? null : { url } };
    },

    /** Reads the page of a card that was just written, in the background. Without it the post stays without a card. */
    async request(post: Types.ObjectId, { card }: { card?: StoredCard | null }): Promise<void> {
      if (!isWaiting(card)) return;
      const id = post.toHexString();
      await jobs.add(JOB, { post: id }, { key: id }).catch((error: unknown) => {
        log.warn({ err: error }, 'a post stays without a link card');
      });
    },

    /** Removes the card until the post has another first address. */
    async remove(_id: Types.ObjectId): Promise<void> {
      await posts.updateOne(
        { _id, 'card.url': { $type: 'string' } },
        {
          $set: { 'card.removed': true },
          $unset: { 'card.title': 1, 'card.description': 1, 'card.image': 1 },
        },
      );
    },
  };
}

const isWaiting = (card: StoredCard | null | undefined): boolean =>
  Boolean(card) && card?.title === undefined && card?.removed !== true;

function firstAddress({ title, description, hasMedia }: Shown): string | undefined {
  if (hasMedia) return undefined;
  const found = partText(`${title}\n${description}`).find((part) => part.kind === 'link');
  return found?.kind === 'link' ? found.href : undefined;
}
