import { createRequire } from 'node:module';
import type { Endpoint } from '@social-feed/contracts';
import { TAGS } from '@social-feed/contracts/docs';
import { COOKIES } from '../../platform/http/cookies.js';
import { addErrorSchema, errorResponses } from './errors.js';
import { GUIDE } from './guide.js';
import { HEADERS } from './headers.js';
import { operationOf, type Operation } from './operation.js';
import { createSchemas } from './schemas.js';

export type OpenApi = ReturnType<typeof openApiOf>;
export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

/** Version and license of the product. */
const { version, license } = createRequire(import.meta.url)('../../../../../package.json') as {
  version: string;
  license: string;
};

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
  addErrorSchema(schemas);
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Social Feed API',
      version,
      summary: 'Posts, an endless feed, reactions, comments, profiles and accounts.',
      description: GUIDE,
      license: { name: license, identifier: license },
    },
    servers: [{ url: server }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: sorted(schemas.components),
      responses: errorResponses(),
      headers: HEADERS,
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
            'A personal API token, made in Settings › Account & security › Personal API tokens. Calls name the scope that it needs: `read`, `write` or `moderate`.',
        },
      },
    },
  };
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));
