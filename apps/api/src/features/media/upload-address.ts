import type { Media } from '@social-feed/contracts';
import type { UploadFacts } from './media-file.model.js';

/** Files of uploads have names of our own making only. */
const KEY = /^[0-9a-f]{32}\/[a-z0-9]{1,16}\.(webp|jpg|mp4|webm)$/;

export const isUploadKey = (key: string): boolean => KEY.test(key);

/**
 * The uploads that addresses seem to name, whatever their host: the API may have been reached under another when they
 * were written.
 */
export const uploadsIn = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.flatMap((address) => /\/media\/([0-9a-f]{32})\//.exec(address)?.[1] ?? [])),
];

/** Tells addresses of uploads from all others. */
export class UploadAddresses {
  private readonly hosts: ReadonlySet<string>;

  /** @param origins under which the API is reached, with or without `/api` */
  constructor(
    private readonly apiOrigin: string,
    origins: readonly string[],
  ) {
    this.hosts = new Set([apiOrigin, ...origins].map((origin) => new URL(origin).host));
  }

  /** The address of a file, as answers name it. */
  of(key: string): string {
    return `${this.apiOrigin}/media/${key}`;
  }

  /** An upload as posts take it. @param url of its main file */
  describe(url: string, id: string, kind: Media['kind'], { poster, ...facts }: UploadFacts): Media {
    return {
      url,
      kind,
      alt: '',
      ...facts,
      ...(poster === undefined ? {} : { poster: this.of(`${id}/${poster}`) }),
    };
  }

  /** The upload that an address names, `undefined` where it is no address of one. */
  idOf(address: string): string | undefined {
    const url = URL.parse(address);
    if (url === null || !this.hosts.has(url.host)) return undefined;
    return /^(?:\/api)?\/media\/([0-9a-f]{32})\//.exec(url.pathname)?.[1];
  }
}
