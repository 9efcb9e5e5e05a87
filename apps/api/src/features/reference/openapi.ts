import type { Endpoint } from '@social-feed/contracts';
import { TAGS } from '@social-feed/contracts/docs';
import { COOKIES } from '../../platform/http/cookies.js';
import { ERROR_SCHEMA, errorResponses } from './errors.js';
import { GUIDE } from './guide.js';
import { operationOf, type Operation } from './operation.js';
import { Schemas, type JsonSchema, type ResponseDoc } from './schemas.js';

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

/** The reference as an OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseDoc>;
    securitySchemes: Record<string, Record<string, string>>;
  };
}

const VERSION = '1.0.0';

/** `/posts/:id` as OpenAPI writes it. */
const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/**
 * Describes the calls that are mounted.
 * @param server address of the API, as the reader reaches it
 * @param production whether cookies carry their prefix
 */
export function openApiOf(
  endpoints: readonly Endpoint[],
  { server, production }: { server: string; production: boolean },
): OpenApi {
  const schemas = new Schemas();
  const paths: Record<string, PathItem> = {};
  const used = new Set<string>();
  for (const endpoint of endpoints) {
    const operation = operationOf(schemas, endpoint);
    const method = endpoint.method.toLowerCase() as keyof PathItem;
    (paths[templated(endpoint.path)] ??= {})[method] = operation;
    for (const tag of operation.tags) used.add(tag);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Social Feed API',
      version: VERSION,
      summary: 'Posts, an endless feed, reactions, comments, profiles and accounts.',
      description: GUIDE.map(({ title, paragraphs }) => `## ${title}\n\n${paragraphs.join('\n\n')}`).join(
        '\n\n',
      ),
    },
    servers: [{ url: server }],
    tags: TAGS.filter((name) => used.has(name)).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA, ...sorted(schemas.components) },
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
          description: 'A personal API token, made in Settings › Security.',
        },
      },
    },
  };
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));
