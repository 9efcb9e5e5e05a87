import { createRequire } from 'node:module';
import type { Endpoint } from '@social-feed/contracts';
import { TAGS } from '@social-feed/contracts/docs';
import { COOKIES } from '../../platform/http/cookies.js';
import { errorResponses, errorSchema } from './errors.js';
import { GUIDE } from './guide.js';
import { operationOf, type Operation } from './operation.js';
import { createSchemas } from './schemas.js';

export type OpenApi = ReturnType<typeof openApiOf>;
export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

/** The product's version. */
const { version } = createRequire(import.meta.url)('../../../../../package.json') as { version: string };

/** Converts `/posts/:id` to OpenAPI's form. */
const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/**
 * Describes the mounted endpoints as an OpenAPI 3.1 document.
 * @param server address of the API, as the client reaches it
 * @param production whether cookie names have their prefix
 */
export function openApiOf(
  endpoints: readonly Endpoint[],
  { server, production }: { server: string; production: boolean },
) {
  const schemas = createSchemas();
  const paths: Record<string, PathItem> = {};
  const used = new Set<string>();
  for (const endpoint of endpoints) {
    const operation = operationOf(schemas, endpoint);
    const method = endpoint.method.toLowerCase() as keyof PathItem;
    (paths[templated(endpoint.path)] ??= {})[method] = operation;
    for (const tag of operation.tags) used.add(tag);
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Social Feed API',
      version,
      summary: 'Posts, an endless feed, reactions, comments, profiles and accounts.',
      description: GUIDE,
    },
    servers: [{ url: server }],
    tags: TAGS.filter((name) => used.has(name)).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema(schemas), ...sorted(schemas.components) },
      responses: errorResponses(),
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: production ? `__Host-${COOKIES.access}` : COOKIES.access,
          description: 'Set by signing in; refreshed by `POST /auth/refresh`.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal API token, made in Settings › Security. Calls name the scope that it needs: `read`, `write` or `moderate`.',
        },
      },
    },
  };
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));
