import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The page's files by served name. Swagger UI's package contains more, which is not needed. */
export const VIEWER_FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', join(SWAGGER_UI, 'swagger-ui.css')],
  ['swagger-ui-bundle.js', join(SWAGGER_UI, 'swagger-ui-bundle.js')],
  ['start.js', fileURLToPath(new URL('../../../docs-page/start.js', import.meta.url))],
]);

/**
 * Allows Swagger UI's own files and calls to this API; its styles contain images as data URLs. Nothing inline,
 * nothing from other origins.
 */
export const VIEWER_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param base path of the page and its files, for example `/docs` */
export const viewerPage = (base: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Social Feed API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/swagger-ui.css">
<script src="${base}/swagger-ui-bundle.js" defer></script>
<script src="${base}/start.js" defer></script>
</head>
<body>
<main id="reference"></main>
<noscript><p>The same as a document: <a href="${base}/openapi.json">openapi.json</a></p></noscript>
</body>
</html>
`;
