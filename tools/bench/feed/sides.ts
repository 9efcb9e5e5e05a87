import { join } from 'node:path';
import { startApi, startService, type Service } from '../lib/service.js';
import { freePort } from '../../../scripts/lib/preflight.mjs';
import { waitForAnswer } from '../../../scripts/lib/wait-for.mjs';
import { describePosts } from '../lib/database.js';

/** One way to serve a page of 20 posts. */
export interface Variant {
  /** api, floor, skip or sample */
  side: 'api' | 'floor' | 'skip' | 'sample';
  page: 'first' | 'near end';
  posts: number;
  service: Service;
  nextUrl: () => string;
}

const PER_PAGE = 20;
/** Few enough that each seed is read several times a minute, as by a user who scrolls. */
const SEEDS = 50;

/**
 * Starts API, floor and usual server on one database; returns the variants to measure and a description of the
 * data.
 */
export async function startSides(uri: string, posts: number, logs: string) {
  const facts = await describePosts(uri);
  const [apiPort, floorPort, usualPort] = [await freePort(), await freePort(), await freePort()];
  const label = `${posts}`;
  const api = startApi(`The API on ${label} posts`, uri, apiPort, join(logs, `api-${label}.log`));
  const tsx = ['--import', 'tsx'];
  const environment = (port: number) => ({ NODE_ENV: 'production', MONGODB_URI: uri, PORT: String(port) });
  const floor = startService(
    'The floor',
    [...tsx, 'tools/bench/feed/floor-server.ts'],
    environment(floorPort),
    join(logs, `floor-${label}.log`),
  );
  const usual = startService(
    'The usual way',
    [...tsx, 'tools/bench/feed/usual-server.ts'],
    environment(usualPort),
    join(logs, `usual-${label}.log`),
  );

  const lastPage = Math.floor(facts.count / PER_PAGE) - 1;
  let turn = 0;
  const feed = (page: number) => () => {
    turn = (turn + 1) % SEEDS;
    return `http://127.0.0.1:${apiPort}/posts/infinite?page=${page}&limit=${PER_PAGE}&sortBy=random&sortOrder=desc&seed=${turn * 19_997 + 7}`;
  };
  const floorUrl = (before: number) => () => `http://127.0.0.1:${floorPort}/?before=${before}`;
  const skip = (page: number) => () => `http://127.0.0.1:${usualPort}/skip?page=${page}`;
  const sample = () => `http://127.0.0.1:${usualPort}/sample`;

  const variants: Variant[] = [
    { side: 'api', page: 'first', posts, service: api, nextUrl: feed(1) },
    { side: 'api', page: 'near end', posts, service: api, nextUrl: feed(lastPage) },
    { side: 'floor', page: 'first', posts, service: floor, nextUrl: floorUrl(Date.now()) },
    { side: 'floor', page: 'near end', posts, service: floor, nextUrl: floorUrl(facts.nearEnd) },
    { side: 'skip', page: 'first', posts, service: usual, nextUrl: skip(1) },
    { side: 'skip', page: 'near end', posts, service: usual, nextUrl: skip(lastPage) },
    { side: 'sample', page: 'first', posts, service: usual, nextUrl: sample },
  ];
  for (const variant of variants) await waitForAnswer(variant.service.name, variant.nextUrl());
  for (const variant of variants) await requireTwenty(variant);
  return { facts, variants, stop: () => Promise.all([api, floor, usual].map((service) => service.stop())) };
}

/** A side that returns fewer posts would do less work. */
async function requireTwenty(variant: Variant): Promise<void> {
  const answer = (await (await fetch(variant.nextUrl())).json()) as { data: unknown[] };
  if (answer.data.length !== PER_PAGE) {
    throw new Error(
      `${variant.side} at ${variant.page} page answered ${answer.data.length} posts, not ${PER_PAGE}`,
    );
  }
}
