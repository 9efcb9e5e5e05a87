import type { JsonSchema, Schemas } from './schemas.js';

/** Returns an example for a schema, made from the examples of its fields. */
export function exampleOf(schemas: Schemas, given: JsonSchema): unknown {
  const schema = schemas.resolve(given);
  const { examples, enum: values, anyOf, oneOf, items, properties } = schema;
  const [example] = examples ?? values ?? [];
  if (schema.const !== undefined) return schema.const;
  if (example !== undefined) return example;
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice !== undefined) return exampleOf(schemas, choice);
  if (items !== undefined) return [exampleOf(schemas, items)];
  const names = Object.keys(properties ?? {});
  const entries = Object.entries(properties ?? {})
    // Only answers with little else contain a message.
    .filter(([name]) => name !== 'message' || names.length <= 2 || schema.required?.includes(name))
    .map(([name, inner]) => [name, exampleOf(schemas, inner)]);
  return Object.fromEntries(entries) as object;
}
