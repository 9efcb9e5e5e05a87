import helmet from 'helmet';
import type { WebServerConfig } from './config.js';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Headers of every page. Scripts come from this origin only and are never inline. Inline styles are allowed because
 * toasts and dialogs insert style elements. Pictures and clips may have any http(s) URL unless MEDIA keeps those of
 * other sites from readers. Calls may go to this origin, the API and the feature panel's services. The service worker
 * has a separate policy: it may fetch pictures from where pages show them, to cache them for offline reading.
 */
export const securityHeaders = (
  {
    apiOrigin,
    production,
    featureOrigins,
    foreignMedia,
  }: Pick<WebServerConfig, 'apiOrigin' | 'production' | 'featureOrigins' | 'foreignMedia'>,
  of: 'pages' | 'worker' = 'pages',
) => {
  const api = apiOrigin ? [apiOrigin] : [];
  const elsewhere = foreignMedia ? ['http:', 'https:'] : [];
  const mediaSrc = ["'self'", ...(foreignMedia ? elsewhere : api), 'data:', 'blob:'];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: mediaSrc,
        mediaSrc,
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...api, ...(of === 'worker' ? elsewhere : featureOrigins)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: production && { maxAge: ONE_YEAR_SECONDS, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // posts show media of other sites, which do not send the header this would require
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
};
