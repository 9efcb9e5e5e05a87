import * as contracts from '@social-feed/contracts';
import * as z from 'zod/mini';

/** A response in OpenAPI 3.1. */
export interface ResponseDoc {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
}

/** The part of JSON Schema 2020-12 that this reference reads. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  contentMediaType?: string;
}

/** Schemas shared by many responses, which the reference names. */
const NAMED: Readonly<Record<string, z.ZodMiniType>> = {
  ApiToken: contracts.apiToken,
  Author: contracts.author,
  Board: contracts.board,
  Comment: contracts.comment,
  CurrentUser: contracts.currentUser,
  InteractionStatus: contracts.interactionStatus,
  Media: contracts.media,
  Post: contracts.post,
  PostPagination: contracts.pagination,
  PublicUser: contracts.publicUser,
  ReactionCounts: contracts.reactionCounts,
  ReactionState: contracts.reactionState,
  Session: contracts.ownSession,
  SignInMethods: contracts.signInMethods,
  UserAnalytics: contracts.userAnalyticsData,
};

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });

export type Schemas = ReturnType<typeof createSchemas>;

/** Collects the named schemas that converted ones reference. */
export function createSchemas() {
  const components: Record<string, JsonSchema> = {};

  /**
   * Converts a schema of the contracts to JSON Schema. @param io what a client sends (`input`) or receives
   * (`output`)
   */
  function convert(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const made = z.toJSONSchema(schema, {
      metadata: registry,
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
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
      components[name] = body;
    }
    return rest;
  }

  /** Returns the target of a reference, or the schema itself. */
  function resolve(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (components[name] ?? {});
  }

  return { components, convert, resolve };
}
