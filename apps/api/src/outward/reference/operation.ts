import { scopeOf, type Endpoint } from '@social-feed/contracts';
import { docsOf } from '@social-feed/contracts/docs';
import type * as z from 'zod/mini';
import { refusalsOf } from './errors.js';
import { sampleOf } from './sample.js';
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
  schema: JsonSchema;
  description?: string;
  example?: unknown;
}

function parametersOf(schemas: Schemas, endpoint: Endpoint): Parameter[] {
  const from = (schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Parameter[] => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = schemas.convert(schema, 'input');
    return Object.entries(properties).map(([name, inner]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: inner,
      ...(place === 'path' || required.includes(name) ? { example: sampleOf(schemas, inner, name) } : {}),
    }));
  };
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    description: 'Makes a repetition get the first answer.',
  };
  return [
    ...from(endpoint.params, 'path'),
    ...from(endpoint.query, 'query'),
    ...(endpoint.idempotent === true ? [key] : []),
  ];
}

function bodyOf(schemas: Schemas, endpoint: Endpoint) {
  if (docsOf(endpoint).takesFiles === true) {
    const file: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = {
      type: 'object',
      properties: { files: { type: 'array', items: file } },
      required: ['files'],
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (endpoint.body === undefined) return undefined;
  const schema = schemas.convert(endpoint.body, 'input');
  return {
    required: (schema.required ?? []).length > 0,
    content: { 'application/json': { schema, example: sampleOf(schemas, schema) } },
  };
}

const TEXT = { schema: { type: 'string' } };
/** Responses other than the usual JSON. */
const OTHER_ANSWERS = {
  file: {
    description: 'A JSON file with `exportedAt`, `user` and a list for each kind of thing',
    content: { 'application/json': { schema: { type: 'object' } } },
  },
  events: { description: 'Server-sent events', content: { 'text/event-stream': TEXT } },
  page: { description: 'A page', content: { 'text/html': TEXT } },
  text: { description: 'A text', content: { 'text/plain': TEXT } },
  sitemap: { description: 'A sitemap', content: { 'application/xml': TEXT } },
  feed: {
    description: 'A feed in the format that was asked for',
    content: { 'application/atom+xml': TEXT, 'application/feed+json': { schema: { type: 'object' } } },
  },
};

/** Returns the success response of an endpoint, by status. */
function successOf(schemas: Schemas, endpoint: Endpoint): Record<string, ResponseDoc> {
  const { answers } = docsOf(endpoint);
  if (answers === 'redirect') {
    return {
      '302': {
        description: 'Redirect',
        headers: { Location: { schema: { type: 'string', format: 'uri' } } },
      },
    };
  }
  if (answers !== undefined) return { '200': OTHER_ANSWERS[answers] };
  const schema = schemas.convert(endpoint.answer, 'output');
  const content = { 'application/json': { schema, example: sampleOf(schemas, schema) } };
  return { [endpoint.status ?? 200]: { description: 'Success', content } };
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
