import helmet from 'helmet';
import type { WebServerConfig } from './config.js';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Headers of every page. Scripts come from this origin only and are never inline. Inline styles are allowed because
 * toasts and dialogs insert style elements. Pictures and clips may have any http(s) URL. Calls may go to this
 * origin, the API and the feature panel's services. The service worker has a separate policy: it may also fetch
 * pictures from any site, to cache them for offline reading.
 */
export const securityHeaders = (
  {
    apiOrigin,
    production,
    featureOrigins,
  }: Pick<WebServerConfig, 'apiOrigin' | 'production' | 'featureOrigins'>,
  of: 'pages' | 'worker' = 'pages',
) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'http:', 'https:', 'data:', 'blob:'],
        mediaSrc: ["'self'", 'http:', 'https:', 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          ...(apiOrigin ? [apiOrigin] : []),
          ...(of === 'worker' ? ['http:', 'https:'] : featureOrigins),
        ],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
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
