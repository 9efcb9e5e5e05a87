import helmet from 'helmet';
import type { WebServerConfig } from './config.js';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Headers of every page. Scripts come from this origin only and never inline; styles may be inline because toasts and
 * dialogs insert style elements while they run; pictures and clips may have any http(s) url. Calls go to this origin,
 * the API's and the feature panel's services, by name; the service worker, whose policy is its own, may besides fetch
 * the pictures that pages show, to keep them for offline reading.
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
    strictTransportSecurity: production && { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // posts show media of other sites, which send no such header
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
