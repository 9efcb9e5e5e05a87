import { get } from 'node:http';
import type { Call } from '../lib/load.js';
import type { Member, Pair } from './pair.js';

/** Number of posts each member writes. The others like them, which creates as many notifications. */
const OWN_POSTS = 20;
/** Maximum number of authors each member follows. */
const FOLLOWED = 100;
/** Number of likes taken back one after the other. */
const SOME = 8;

interface Made {
  api: string;
  floor: string;
  members: readonly Member[];
  /** Ids of users who wrote posts. */
  authors: readonly string[];
  inTurn: <T>(list: readonly T[]) => () => T;
  /** Request fields of a member's write. */
  write: (member: Member, more?: Partial<Call>) => Omit<Call, 'url'>;
}

const send = async ({ url, ...init }: Call): Promise<{ data?: { _id?: string } }> => {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} was answered by ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { data?: { _id?: string } };
};

/** Opens an event stream until the process ends. */
const listen = (url: string, cookie: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { cookie } }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`${url} was answered by ${answer.statusCode}`));
    }).on('error', reject);
  });

/**
 * Calls about other members: they follow authors, write posts that the others like, and listen to events of the API
 * and the floor. The floor has its own copies.
 */
export async function socialCalls(made: Made): Promise<Pair[]> {
  const { api, floor, members, authors, inTurn, write } = made;
  const toFloor = (path: string, reader: Member, more: Partial<Call> = {}): Call => {
    const { headers, ...call } = write(reader, more);
    return { url: `${floor}${path}`, ...call, headers: { ...headers, cookie: reader.floorCookie } };
  };
  const followed = [...new Set(authors)].slice(0, FOLLOWED);
  const at = new Date().toISOString();
  const changes = followed.map((user) => ({ kind: 'follow', user, at }));
  /** Each post with its author and a member who likes it. */
  const told: { post: string; author: Member; reader: Member }[] = [];
  for (const [index, author] of members.entries()) {
    for (let from = 0; from < changes.length; from += 50)
      await send({
        url: `${api}/people/changes`,
        ...write(author, { body: JSON.stringify({ changes: changes.slice(from, from + 50) }) }),
      });
    for (let count = 0; count < OWN_POSTS; count += 1) {
      const body = JSON.stringify({ title: `What the bench writes, ${count}`, description: 'To be liked.' });
      const { data } = await send({ url: `${api}/posts`, ...write(author, { body }) });
      const post = data?._id ?? '';
      for (const [other, reader] of members.entries())
        if (other !== index) {
          await send({ url: `${api}/post-interactions/${post}/like`, ...write(reader) });
          await send(toFloor(`/told/${author.id}.${post}`, reader));
          told.push({ post, author, reader });
        }
    }
    await send(toFloor('/follow', author, { body: JSON.stringify({ list: followed.join() }) }));
  }
  for (const { cookie, floorCookie } of members) {
    await listen(`${api}/notifications/events`, cookie);
    await listen(`${floor}/events`, floorCookie);
  }

  // Takes some likes back and gives them again, so that nearly all notifications stay the same.
  const likes = told.flatMap((_, index) =>
    index % SOME === 0 ? [...told.slice(index, index + SOME), ...told.slice(index, index + SOME)] : [],
  );
  const [member, like, floorLike] = [inTurn(members), inTurn(likes), inTurn(likes)];
  const seed = inTurn(Array.from({ length: 50 }, (_, index) => index * 19_997 + 7));
  const ofApi = (path: string): Call => ({ url: `${api}${path}`, headers: { cookie: member().cookie } });
  const ofFloor = (path: string): Call => ({
    url: `${floor}${path}`,
    headers: { cookie: member().floorCookie },
  });
  const ways = (flag: string) => `/posts/infinite-cursor?limit=20&seed=${seed()}&${flag}=true`;
  return [
    {
      name: 'posts of people one follows',
      api: () => ofApi(ways('following')),
      floor: () => ofFloor('/following'),
      aim: 2,
    },
    { name: 'posts not seen yet', api: () => ofApi(ways('unseen')), floor: () => ofFloor('/unseen'), aim: 2 },
    { name: 'notifications', api: () => ofApi('/notifications'), floor: () => ofFloor('/inbox'), aim: 2 },
    {
      name: 'like, told to its author by an event',
      api: () => {
        const { post, reader } = like();
        return { url: `${api}/post-interactions/${post}/like`, ...write(reader) };
      },
      floor: () => {
        const { post, author, reader } = floorLike();
        return toFloor(`/told/${author.id}.${post}`, reader);
      },
      aim: 2,
    },
  ];
}
