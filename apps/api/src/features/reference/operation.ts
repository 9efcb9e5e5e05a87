import * as contracts from '@social-feed/contracts';
import type { Endpoint } from '@social-feed/contracts';
import type * as z from 'zod/mini';
import { REFUSALS, refusalsOf } from './errors.js';
import { notesOf } from './notes.js';
import { sampleOf } from './sample.js';
import type { JsonSchema, Schemas } from './schemas.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description?: string;
  example?: unknown;
}

interface Content {
  schema?: JsonSchema;
  example?: unknown;
}

export interface ResponseDoc {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Content>;
}

/** One call as OpenAPI 3.1 describes it. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, never[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, ResponseDoc>;
}

/** Names that the contracts export their calls by. */
const EXPORTED = new Map<unknown, string>(Object.entries(contracts).map(([name, value]) => [value, name]));

const pascal = (text: string) =>
  text.replace(/(?:^|[^a-zA-Z0-9]+)(\w)/g, (_, first: string) => first.toUpperCase());

/** The contracts' name of a call; those that are made for each provider are named by their path. */
const operationIdOf = (endpoint: Endpoint): string =>
  EXPORTED.get(endpoint) ?? `${endpoint.method.toLowerCase()}${pascal(endpoint.path)}`;

/** Groups of the reference, by the beginning of the path; the first that fits counts. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\/auth\/(sessions|tokens|connections|export|change-password|delete-account)/, 'Settings'],
  [/^\/auth/, 'Accounts'],
  [/availability$/, 'Accounts'],
  [/^\/(users|boards)|^\/posts\/(analytics|bookmarks)|^\/posts\/user/, 'Profiles'],
  [/^\/posts\/(infinite|random)/, 'Feed'],
  [/^\/post-interactions|\/(reactions|pin|bookmark)$/, 'Reactions and views'],
  [/^\/posts/, 'Posts'],
  [/^\/comments/, 'Comments'],
  [/^\/search/, 'Search'],
  [/^\/media/, 'Media'],
  [/^\/admin/, 'Administration'],
];
/** The order in which a reader meets them. */
export const GROUP_ORDER = [
  'Feed',
  'Posts',
  'Reactions and views',
  'Comments',
  'Search',
  'Profiles',
  'Media',
  'Accounts',
  'Settings',
  'Administration',
  'Health',
];

const groupOf = (path: string): string => GROUPS.find(([pattern]) => pattern.test(path))?.[1] ?? 'Health';

const SECURITY = {
  public: [],
  optional: [{}, { cookie: [] }, { token: [] }],
  user: [{ cookie: [] }, { token: [] }],
} satisfies Record<Endpoint['access'], Record<string, never[]>[]>;

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

function bodyOf(schemas: Schemas, endpoint: Endpoint): Operation['requestBody'] {
  if (endpoint.path === '/media' && endpoint.method === 'POST') {
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

/** Describes a call. @param schemas takes up the named schemas that it refers to */
export function operationOf(schemas: Schemas, endpoint: Endpoint): Operation {
  const notes = notesOf(endpoint);
  const parameters = parametersOf(schemas, endpoint);
  const requestBody = bodyOf(schemas, endpoint);
  const schema = schemas.convert(endpoint.answer, 'output');
  const success: ResponseDoc = {
    description: 'Success',
    content: { 'application/json': { schema, example: sampleOf(schemas, schema) } },
  };
  const refusals = refusalsOf(endpoint).map((name): [string, ResponseDoc] => [
    String(REFUSALS[name]?.status),
    { $ref: `#/components/responses/${name}` },
  ]);
  return {
    operationId: operationIdOf(endpoint),
    tags: [groupOf(endpoint.path)],
    summary: endpoint.summary,
    ...(notes.text === undefined ? {} : { description: notes.text }),
    security: endpoint.browserOnly === true ? [{ cookie: [] }] : SECURITY[endpoint.access],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      ...Object.fromEntries(refusals),
      ...(notes.responses ?? { [endpoint.status ?? 200]: success }),
    },
  };
}
