import * as contracts from '@social-feed/contracts';
import { FIELDS, SCHEMAS, type FieldDocs, type OwnFields } from '@social-feed/contracts/docs';
import * as z from 'zod/mini';

/** A header of a response, or a reference to one. */
export type HeaderDoc = { $ref: string } | { description: string; schema: JsonSchema };

/** A response in OpenAPI 3.1. */
export interface ResponseDoc {
  $ref?: string;
  description?: string;
  headers?: Record<string, HeaderDoc>;
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
}

/** The part of JSON Schema 2020-12 that this reference reads. */
export interface JsonSchema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  contentMediaType?: string;
}

const registry = z.registry<{ id: string }>();
for (const [id, { schema }] of Object.entries(SCHEMAS)) registry.add(schema, { id });

/** Writes "this or null" as a list of types, except for references and lists of values. */
function withoutUnion({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const [value, other] = anyOf ?? [];
  const isPlain = typeof value?.type === 'string' && value.enum === undefined && anyOf?.length === 2;
  if (!isPlain || other?.type !== 'null') return anyOf === undefined ? rest : { anyOf, ...rest };
  return { ...value, ...rest, type: [value.type as string, 'null'] };
}

/** Returns the example that a schema itself gives: its default, the first of its values, or `true`. */
function impliedExample(schema: JsonSchema): readonly unknown[] | undefined {
  const { default: usual, enum: values = schema.anyOf?.[0]?.enum, type, items } = schema;
  if (usual !== undefined) return [usual];
  if (values !== undefined) return values.slice(0, 1);
  if (items?.enum !== undefined) return [items.enum.slice(0, 1)];
  return type === 'boolean' ? [true] : undefined;
}

function described(schema: JsonSchema, { description, format, examples }: FieldDocs): JsonSchema {
  if (schema.$ref !== undefined) return { ...schema, description };
  const { type, items } = schema;
  const example = examples ?? impliedExample(schema);
  const isWhole = example?.every(Number.isInteger) === true;
  const named = (name: string) => (name === 'number' && isWhole ? 'integer' : name);
  return {
    description,
    ...schema,
    ...(type === undefined ? {} : { type: Array.isArray(type) ? type.map(named) : named(type) }),
    ...(format === undefined ? {} : items === undefined ? { format } : { items: { ...items, format } }),
    ...(example === undefined || schema.const !== undefined ? {} : { examples: example }),
  };
}

/**
 * Adds to the fields of a schema, and of those inside it, what they mean, their formats and examples.
 * @param own meanings that hold in this schema; others follow from the names
 */
function describeFields(schema: JsonSchema, own: OwnFields, owner = ''): void {
  for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    if (inner !== undefined) describeFields(inner, own, owner);
  const { properties = {} } = schema;
  for (const [name, property] of Object.entries(properties)) {
    describeFields(property, own, name);
    const docs = own[`${owner}.${name}`] ?? own[name] ?? FIELDS[name as keyof typeof FIELDS];
    const plain = withoutUnion(property);
    properties[name] = docs === undefined || docs === null ? plain : described(plain, docs);
  }
}

export type Schemas = ReturnType<typeof createSchemas>;

/** Collects the named schemas that converted ones reference. */
export function createSchemas() {
  const components: Record<string, JsonSchema> = {};

  /**
   * Converts a schema of the contracts to JSON Schema.
   * @param io what a client sends (`input`) or receives (`output`); answers may get further fields at any time
   * @param own meanings of fields that hold in this schema
   */
  function convert(schema: z.ZodMiniType, io: 'input' | 'output', own: OwnFields = {}): JsonSchema {
    const made = z.toJSONSchema(schema, {
      metadata: registry,
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        const doc = contracts.queryDocOf(zodSchema);
        if (doc === undefined) return;
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        Object.assign(jsonSchema, doc);
      },
    }) as JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> };
    const pointed = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _dialect, $defs, ...rest } = JSON.parse(pointed) as typeof made;
    for (const [name, definition] of Object.entries($defs ?? {})) {
      const { id: _id, ...body } = definition as JsonSchema & { id?: string };
      const { description = '', fields = {} } = SCHEMAS[name] ?? {};
      describeFields(body, fields);
      components[name] = { description, ...body };
    }
    describeFields(rest, own);
    return rest;
  }

  /** Returns the target of a reference, or the schema itself. */
  function resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (components[name] ?? {});
  }

  return { components, convert, resolve };
}
