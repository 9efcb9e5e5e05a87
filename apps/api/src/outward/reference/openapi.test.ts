import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';
import { openApiOf, type PathItem } from './openapi.js';
import type { Operation } from './operation.js';

/** The routes are known after the app is created; no connection is needed. */
const { endpoints } = createApi(testConfig()).http;
const document = openApiOf(endpoints, { server: 'https://feed.example/api', production: false });

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);
const operationOf = (method: keyof PathItem, path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
};

// Formats and keywords of OpenAPI itself are left to the validator below.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ ...document, $id: 'reference' });
const problemsOf = (schema: object, value: unknown) => {
  const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"reference#/')) as object;
  return ajv.validate(pointed, value) ? [] : ajv.errors;
};

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...document });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('has the version of the product', () => {
    const { version } = createRequire(import.meta.url)('../../../../../package.json') as { version: string };
    expect(document.info.version).toBe(version);
  });

  it('describes all mounted routes, and no others', () => {
    const mounted = endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(([name]) => name).sort()).toEqual([...new Set(mounted)].sort());
    expect(mounted.length).toBeGreaterThan(50);
  });

  it('lists every group of the endpoints', () => {
    const listed = new Set(document.tags.map(({ name }) => name));
    expect(new Set(operations.flatMap(([, { tags }]) => tags))).toEqual(listed);
  });

  it('has unique operation ids', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operationOf('get', '/posts/infinite').operationId).toBe('infiniteFeed');
  });

  it('resolves every reference', () => {
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(targets.length).toBeGreaterThan(100);
    for (const [, kind, name] of targets) {
      const components = document.components as unknown as Record<string, Record<string, unknown>>;
      expect(components[kind ?? ''], `${kind} ${name}`).toHaveProperty(name ?? '');
    }
  });

  it('lists the error codes of each endpoint', () => {
    const { responses } = operationOf('post', '/auth/login');
    expect(responses['401']?.description).toContain('`INVALID_CREDENTIALS`, `SOCIAL_ACCOUNT`');
    expect(responses['429']).toEqual({ $ref: '#/components/responses/TooMany' });
    expect(operationOf('get', '/posts/{id}').responses['429']).toBeUndefined();
    expect(operationOf('post', '/media').responses['507']).toEqual({ $ref: '#/components/responses/Full' });
  });

  it('states the required authentication', () => {
    expect(operationOf('get', '/posts/infinite').security).toEqual([{}, { cookie: [] }, { token: ['read'] }]);
    expect(operationOf('post', '/posts').security).toEqual([{ cookie: [] }, { token: ['write'] }]);
    expect(operationOf('get', '/admin/reports').security).toEqual([{ cookie: [] }, { token: ['moderate'] }]);
    expect(operationOf('get', '/auth/sessions').security).toEqual([{ cookie: [] }]);
    expect(operationOf('post', '/auth/login').security).toEqual([]);
  });

  it('shows the server’s limits and defaults of query parameters', () => {
    const parameters = operationOf('get', '/posts/infinite').parameters ?? [];
    const schemaOf = (name: string) => parameters.find((entry) => entry.name === name)?.schema;
    expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 50, default: 10 });
    expect(schemaOf('sortBy')).toMatchObject({ enum: ['random', 'createdAt', 'views', 'likes'] });
    expect(schemaOf('isFirstLoad')).toEqual({ type: 'boolean' });
    expect(schemaOf('seed')).toEqual({ type: 'integer', minimum: 0, maximum: 999_999 });
    expect(parameters.every(({ required }) => !required)).toBe(true);
  });

  it('offers Idempotency-Key exactly on endpoints that support it', () => {
    for (const endpoint of endpoints) {
      const method = endpoint.method.toLowerCase() as keyof PathItem;
      const { parameters = [] } = operationOf(method, endpoint.path.replace(/:(\w+)/g, '{$1}'));
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(endpoint.idempotent === true);
    }
  });
});

describe.each(operations)('%s', (_name, operation) => {
  it('has a valid example response', () => {
    const answers = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
    expect(answers).toHaveLength(1);
    for (const [status, { content }] of answers) {
      const { schema, example } = content?.['application/json'] ?? {};
      if (status === '302' || operation.operationId === 'exportData') expect(example).toBeUndefined();
      else expect(problemsOf(schema ?? {}, example), JSON.stringify(example)).toEqual([]);
    }
  });

  it('has valid example parameters and bodies', () => {
    const body = operation.requestBody?.content['application/json'];
    if (body?.schema !== undefined) expect(problemsOf(body.schema, body.example)).toEqual([]);
    for (const { name, schema, example } of operation.parameters ?? []) {
      if (example !== undefined) expect(problemsOf(schema, example), name).toEqual([]);
    }
  });
});

describe('the checks of examples', () => {
  it('detect an invalid value', () => {
    const { schema, example } =
      operationOf('get', '/posts/{id}').responses['200']?.content?.['application/json'] ?? {};
    const broken = structuredClone(example) as { data: { likes: unknown } };
    broken.data.likes = 'many';
    expect(problemsOf(schema ?? {}, broken)).not.toEqual([]);
  });

  it('pass for the contracts’ own schemas too', () => {
    for (const { method, path, body } of endpoints) {
      const operation = operationOf(method.toLowerCase() as keyof PathItem, path.replace(/:(\w+)/g, '{$1}'));
      const example = operation.requestBody?.content['application/json']?.example;
      if (body !== undefined) expect(body.safeParse(example).error, `${method} ${path}`).toBeUndefined();
    }
  });
});

describe('the shared error responses', () => {
  it.each(Object.entries(document.components.responses))('%s has a valid example', (_name, response) => {
    const { schema, example } = response.content?.['application/json'] ?? {};
    expect(problemsOf(schema ?? {}, example)).toEqual([]);
  });
});
