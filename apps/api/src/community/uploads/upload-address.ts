import type { Media } from '@social-feed/contracts';
import type { UploadFacts } from './media-file.model.js';

/** Upload files only have generated names. */
const KEY = /^[0-9a-f]{32}\/[a-z0-9]{1,16}\.(webp|jpg|mp4|webm)$/;

export const isUploadKey = (key: string): boolean => KEY.test(key);

/**
 * Ids of uploads that these addresses may name, under any host: the API may have had another one when they were
 * written.
 */
export const uploadsIn = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap((address) => /\/media\/([0-9a-f]{32})\//.exec(address)?.[1] ?? [])),
];

export type UploadAddresses = ReturnType<typeof createUploadAddresses>;

/**
 * Distinguishes addresses of uploads from others.
 * @param origins of the API, with or without `/api`
 */
export function createUploadAddresses(apiOrigin: string, origins: readonly string[]) {
  const hosts: ReadonlySet<string> = new Set([apiOrigin, ...origins].map((origin) => new URL(origin).host));

  /** The address of a file in API answers. */
  function of(key: string): string {
    return `${apiOrigin}/media/${key}`;
  }

  /** Formats an upload for posts. @param url of its main file */
  function describe(url: string, id: string, kind: Media['kind'], { poster, ...facts }: UploadFacts): Media {
    return {
      url,
      kind,
      alt: '',
      ...facts,
      ...(poster === undefined ? {} : { poster: of(`${id}/${poster}`) }),
    };
  }

  /** The id of the upload at an address; `undefined` for other addresses. */
  function idOf(address: string): string | undefined {
    const url = URL.parse(address);
    if (url === null || !hosts.has(url.host)) return undefined;
    return /^(?:\/api)?\/media\/([0-9a-f]{32})\//.exec(url.pathname)?.[1];
  }

  return { of, describe, idOf };
}
