import { createRequire } from 'node:module';
import { docsOf, SCHEMAS } from '@social-feed/contracts/docs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../api.js';
import { testConfig } from '../../testing/test-app.js';
import { openApiOf, type PathItem } from './openapi.js';
import type { Operation } from './operation.js';
import type { JsonSchema } from './schemas.js';

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

const endpointOf = ({ operationId }: Operation) => {
  const found = endpoints.find(({ name }) => name === operationId);
  if (found === undefined) throw new Error(`${operationId} is not mounted`);
  return found;
};

// Keywords of OpenAPI itself are left to the validator below.
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ ...document, $id: 'reference' });
const problemsOf = (schema: object, value: unknown) => {
  const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"reference#/')) as object;
  return ajv.validate(pointed, value) ? [] : ajv.errors;
};

interface Property {
  where: string;
  schema: JsonSchema & { additionalProperties?: unknown };
}

/** All fields of a part of the document, with their addresses. */
function* propertiesIn(part: unknown, where = ''): Generator<Property> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries(part)) {
    if (name === 'example' || name === 'examples') continue;
    const address = `${where}/${name}`;
    if (where.endsWith('/properties')) yield { where: address, schema: inner as JsonSchema };
    yield* propertiesIn(inner, address);
  }
}
const fields = [...propertiesIn(document.paths, 'paths'), ...propertiesIn(document.components, 'components')];
const parameters = operations.flatMap(([name, operation]) =>
  (operation.parameters ?? []).map((parameter) => ({ where: `${name} ${parameter.name}`, ...parameter })),
);

/** Whether the value of a field is made of other described ones, or a file. */
const isComposed = ({ $ref, properties, items, anyOf, oneOf, contentMediaType }: JsonSchema): boolean =>
  $ref !== undefined ||
  properties !== undefined ||
  contentMediaType !== undefined ||
  [items, ...(anyOf ?? []), ...(oneOf ?? [])].some((inner) => inner !== undefined && isComposed(inner));

describe('the meanings of fields', () => {
  it('are there for every field, parameter, header, named schema and group [B29-6]', () => {
    const described = [
      ...fields.map(({ where, schema }) => [where, schema.description]),
      ...parameters.map(({ where, description }) => [where, description]),
      ...Object.entries(document.components.headers).map(([name, { description }]) => [name, description]),
      ...Object.entries(document.components.schemas).map(([name, { description }]) => [name, description]),
      ...document.tags.map(({ name, description }) => [name, description]),
    ];
    expect(described.length).toBeGreaterThan(1500);
    expect(described.filter(([, description]) => !/^\S.{8,}[.:]?$/.test(description ?? ''))).toEqual([]);
  });

  it('come with an example that the schema accepts [B29-6]', () => {
    const all = [...fields, ...parameters, ...Object.values(document.components.headers)];
    const lacking = all.filter(({ schema }) => schema.examples === undefined && schema.const === undefined);
    expect(lacking.filter(({ schema }) => !isComposed(schema))).toEqual([]);
    for (const { schema } of all) {
      for (const example of schema.examples ?? []) {
        expect(problemsOf(schema, example), JSON.stringify(schema)).toEqual([]);
      }
    }
  });

  it('name the format of every time and address', () => {
    const unnamed = fields.filter(({ schema: { format, items, examples = [], pattern = '' } }) => {
      const isAddress = examples.flat().some((example) => /^https?:\/\//.test(String(example)));
      return (format ?? items?.format) === undefined && (isAddress || /T\\d/.test(pattern));
    });
    expect(unnamed).toEqual([]);
  });

  it('are all used', () => {
    for (const [name, operation] of operations) {
      const text = JSON.stringify(operation);
      for (const [field, docs] of Object.entries(docsOf(endpointOf(operation)).fields))
        expect(text, `${name} ${field}`).toContain(JSON.stringify(docs?.description));
    }
    for (const [name, { description, fields }] of Object.entries(SCHEMAS)) {
      const schema = document.components.schemas[name];
      expect(schema?.description, name).toBe(description);
      for (const [field, docs] of Object.entries(fields))
        expect(JSON.stringify(schema), `${name} ${field}`).toContain(JSON.stringify(docs?.description));
    }
  });
});

describe('the OpenAPI document', () => {
  /** Whether a segment of one path is a text that the parameter of the other path there does not take. */
  const areApart = (one: string, other: string): boolean => {
    const patternOf = (path: string, part: string): RegExp => {
      const parameters = Object.values(document.paths[path] ?? {}).flatMap((item) => item.parameters ?? []);
      const found = parameters.find(({ name }) => `{${name}}` === part);
      return new RegExp(found?.schema.pattern ?? '', 'i');
    };
    return one.split('/').some((part, at) => {
      const counterpart = other.split('/')[at] ?? '';
      if (part.startsWith('{') === counterpart.startsWith('{')) return false;
      return part.startsWith('{')
        ? !patternOf(one, part).test(counterpart)
        : !patternOf(other, counterpart).test(part);
    });
  };

  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    // That rule compares the names in paths; ids are told from words by their patterns.
    const [ambiguous, others] = [true, false].map((is) =>
      problems.filter(({ ruleId }) => (ruleId === 'no-ambiguous-paths') === is),
    );
    expect(others).toEqual([]);
    const pairs = (ambiguous ?? []).map(({ message }) => [...message.matchAll(/`([^`]+)`/g)]);
    for (const [one, other] of pairs) expect(areApart(one?.[1] ?? '', other?.[1] ?? '')).toBe(true);
  }, 120_000);

  it('lets answers have further fields', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });

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
    expect(schemaOf('limit')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 50,
      default: 10,
      examples: [10],
    });
    expect(schemaOf('sortBy')).toMatchObject({ enum: ['random', 'createdAt', 'views', 'likes'] });
    expect(schemaOf('isFirstLoad')).toEqual({ type: 'boolean', examples: [true] });
    expect(schemaOf('seed')).toEqual({ type: 'integer', minimum: 0, maximum: 999_999, examples: [482_911] });
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

  it('has a valid example body', () => {
    const body = operation.requestBody?.content['application/json'];
    if (body?.schema !== undefined) expect(problemsOf(body.schema, body.example)).toEqual([]);
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
