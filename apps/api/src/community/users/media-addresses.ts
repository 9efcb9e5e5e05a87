import { createHmac } from 'node:crypto';
import { IMAGE_WIDTHS, type Media } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Config } from '../../platform/config/config.js';
import { invalidField } from '../../platform/http/errors.js';
import { equalSecrets } from '../../platform/seal.js';
import { isAllowedHost, shownUrl } from './media-host.js';

type Described = Pick<Media, 'url' | 'kind' | 'poster'>;

export type MediaAddresses = ReturnType<typeof createMediaAddresses>;

/** The path of a picture of another site, as this service passes it on. */
const REMOTE = /^(?:\/api)?\/media\/remote\/([0-9a-f]{32})\/([\w-]+)\/[\w.]+$/;
const WIDEST = IMAGE_WIDTHS.at(-1)!;

/**
 * Decides where readers get media from, as `MEDIA` says: `any` does not change addresses. With `proxy`, pictures of
 * other sites come through this service at signed addresses, so that only addresses in our own answers can be asked
 * for. With `uploads` they are not shown at all. Clips of other sites are shown only with `any`.
 */
export function createMediaAddresses({
  mediaMode,
  mediaHosts,
  apiOrigin,
  allowedOrigins,
  secrets,
}: Pick<Config, 'mediaMode' | 'mediaHosts' | 'apiOrigin' | 'allowedOrigins' | 'secrets'>) {
  const ownHosts = new Set([apiOrigin, ...allowedOrigins].map((origin) => new URL(origin).host));
  const isOwn = (url: string): boolean => ownHosts.has(URL.parse(url)?.host ?? '');
  const sign = (url: string): string =>
    createHmac('sha256', secrets.remoteMedia).update(url).digest('hex').slice(0, 32);

  /** The signed address of a picture of another site. */
  const passedOn = (url: string): string =>
    `${apiOrigin}/media/remote/${sign(url)}/${Buffer.from(url).toString('base64url')}/${WIDEST}.webp`;

  /** The address of a picture for readers; empty if it is not shown. */
  function picture(address: string): string {
    const url = shownUrl(address);
    if (mediaMode === 'any' || url === '' || isOwn(url)) return url;
    return mediaMode === 'proxy' ? passedOn(url) : '';
  }

  /** Whether readers get a link in place of it. */
  const isOutside = ({ kind, url }: Described): boolean =>
    mediaMode !== 'any' &&
    shownUrl(url) !== '' &&
    !isOwn(url) &&
    (kind === 'video' || mediaMode === 'uploads');

  /** The address behind a signed one, for writes of what was read. Returns other addresses unchanged. */
  function written(address: string): string {
    const [, signature = '', encoded = ''] = isOwn(address)
      ? (REMOTE.exec(new URL(address).pathname) ?? [])
      : [];
    return openSigned(signature, encoded) ?? address;
  }

  /** The address that was signed, or `undefined` if it was not signed here. */
  function openSigned(signature: string, encoded: string): string | undefined {
    const url = Buffer.from(encoded, 'base64url').toString();
    return url !== '' && equalSecrets(signature, sign(url)) ? url : undefined;
  }

  /** @throws AppError 400 if media may not name an address; empty and absent ones name none */
  function refuseForeign(path: string, kind: Media['kind'], url: string | undefined): void {
    if (url === undefined || url === '') return;
    if (mediaMode !== 'any' && !isOwn(url) && (mediaMode === 'uploads' || kind === 'video')) {
      throw invalidField(
        path,
        kind === 'video' ? t`Videos must be uploaded here` : t`Pictures must be uploaded here`,
      );
    }
    if (isAllowedHost(mediaHosts, url)) return;
    throw invalidField(
      path,
      path === 'media'
        ? t`Media must be uploaded or come from an allowed host`
        : t`Pictures must be uploaded or come from an allowed host`,
    );
  }

  return { picture, passedOn, isOutside, written, openSigned, refuseForeign };
}
