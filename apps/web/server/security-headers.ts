import helmet from 'helmet';
import type { WebServerConfig } from './config.js';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Headers of every page (security 22). Scripts come from this origin only and never inline; styles may be inline
 * because toasts and dialogs insert style elements while they run; pictures and clips may have any http(s) url
 * (design §3, Media urls).
 */
export const securityHeaders = ({
  apiOrigin,
  production,
}: Pick<WebServerConfig, 'apiOrigin' | 'production'>) =>
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
        connectSrc: ["'self'", ...(apiOrigin ? [apiOrigin] : [])],
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
