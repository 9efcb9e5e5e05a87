import { scopeOf, type Endpoint } from '@social-feed/contracts';
import { docsOf } from '@social-feed/contracts/docs';
import type * as z from 'zod/mini';
import { refusalsOf } from './errors.js';
import { exampleOf } from './example.js';
import { successHeaders } from './headers.js';
import type { JsonSchema, ResponseDoc, Schemas } from './schemas.js';

export type Operation = ReturnType<typeof operationOf>;

/** Who may call: a visitor, a browser's session, or an API token with a scope. */
function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  const { access, browserOnly } = endpoint;
  if (access === 'public') return [];
  return [
    ...(access === 'optional' ? [{}] : []),
    { cookie: [] },
    ...(browserOnly === true ? [] : [{ token: [scopeOf(endpoint)] }]),
  ];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the client, printable. A repetition with the same key within a day gets the first answer and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 200, examples: ['7f9c24e8-3b12-4fd1'] },
};

function parametersOf(schemas: Schemas, endpoint: Endpoint): Parameter[] {
  const { fields } = docsOf(endpoint);
  const from = (schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Parameter[] => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = schemas.convert(schema, 'input', fields);
    return Object.entries(properties).map(([name, { description = '', ...inner }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      schema: inner,
    }));
  };
  return [
    ...from(endpoint.params, 'path'),
    ...from(endpoint.query, 'query'),
    ...(endpoint.idempotent === true ? [IDEMPOTENCY_KEY] : []),
  ];
}

function bodyOf(schemas: Schemas, endpoint: Endpoint) {
  if (docsOf(endpoint).takesFiles === true) {
    const file: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = {
      type: 'object',
      properties: {
        files: {
          description: 'The pictures and clips, in the order of the post.',
          type: 'array',
          items: file,
        },
        'poster-0': {
          ...file,
          description:
            'A still frame (JPEG, PNG or WebP) of the first of `files`, if that is a clip; `poster-1` of the second, and so on.',
        },
      },
      required: ['files'],
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (endpoint.body === undefined) return undefined;
  const schema = schemas.convert(endpoint.body, 'input', docsOf(endpoint).fields);
  return {
    required: (schema.required ?? []).length > 0,
    content: { 'application/json': { schema, example: exampleOf(schemas, schema) } },
  };
}

const LOCATION = {
  description: 'Where the browser goes.',
  schema: {
    type: 'string',
    format: 'uri',
    examples: ['https://feed.example/auth/callback?oauth_success=true'],
  },
};
const TEXT = { schema: { type: 'string' } };
/** Responses other than the usual JSON. */
const OTHER_ANSWERS = {
  file: {
    description: 'A JSON file with `exportedAt`, `user` and a list for each kind of thing',
    content: { 'application/json': { schema: { type: 'object' } } },
  },
  events: { description: 'Server-sent events', content: { 'text/event-stream': TEXT } },
  page: { description: 'A page', content: { 'text/html': TEXT } },
  manifest: {
    description: 'A web app manifest',
    content: { 'application/manifest+json': { schema: { type: 'object' } } },
  },
  text: { description: 'A text', content: { 'text/plain': TEXT } },
  picture: {
    description: 'A picture',
    content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
  },
  sitemap: { description: 'A sitemap', content: { 'application/xml': TEXT } },
  feed: {
    description: 'A feed in the format that was asked for',
    content: { 'application/atom+xml': TEXT, 'application/feed+json': { schema: { type: 'object' } } },
  },
};

/** Returns the success response of an endpoint, by status. */
function successOf(schemas: Schemas, endpoint: Endpoint): Record<string, ResponseDoc> {
  const { answers, fields } = docsOf(endpoint);
  if (answers === 'redirect') {
    return {
      '302': { description: 'Redirect', headers: { ...successHeaders(endpoint), Location: LOCATION } },
    };
  }
  if (answers !== undefined)
    return { '200': { ...OTHER_ANSWERS[answers], headers: successHeaders(endpoint) } };
  const schema = schemas.convert(endpoint.answer, 'output', fields);
  const content = { 'application/json': { schema, example: exampleOf(schemas, schema) } };
  return {
    [endpoint.status ?? 200]: { description: 'Success', headers: successHeaders(endpoint, schema), content },
  };
}

/**
 * Describes an endpoint as an OpenAPI 3.1 operation. @param schemas collects the named schemas that it references
 */
export function operationOf(schemas: Schemas, endpoint: Endpoint) {
  const { tag, summary, description } = docsOf(endpoint);
  const parameters = parametersOf(schemas, endpoint);
  const requestBody = bodyOf(schemas, endpoint);
  return {
    operationId: endpoint.name,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { ...refusalsOf(endpoint), ...successOf(schemas, endpoint) },
  };
}
