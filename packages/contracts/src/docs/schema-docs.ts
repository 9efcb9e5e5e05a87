import type { FieldDocs, OwnFields } from './field-docs.js';
import type * as z from 'zod/mini';

type Inside<S> = S extends z.ZodMiniArray<infer I> | z.ZodMiniOptional<infer I> | z.ZodMiniNullable<infer I>
  ? Inside<I>
  : S;

/** Returns the schema inside lists and of what may be absent or `null`. */
export function inside<S extends z.ZodMiniType>(schema: S): Inside<S> {
  const { def } = schema as unknown as { def: { element?: z.ZodMiniType; innerType?: z.ZodMiniType } };
  const inner = def.element ?? def.innerType;
  return (inner === undefined ? schema : inside(inner)) as Inside<S>;
}

/** Returns the schema of what a call answers, or of the entries of its list. */
export const dataOf = <S extends z.ZodMiniType>({ answer }: { answer: { shape: { data: S } } }) =>
  inside(answer.shape.data);

/** A schema that the reference names, because many calls share it or because users know it as one thing. */
export interface SchemaDocs {
  schema: z.ZodMiniType;
  description: string;
  /** Fields whose names vary, and those with another meaning than elsewhere; nested ones as `owner.field`. */
  fields: OwnFields;
}

/** Names a schema. @param fields what its fields mean beyond their names */
export const named = <Shape extends Record<string, z.ZodMiniType>>(
  schema: z.ZodMiniObject<Shape>,
  description: string,
  fields: { readonly [Name in keyof Shape]?: FieldDocs } & Readonly<
    Record<`${string}.${string}`, FieldDocs>
  > = {},
): SchemaDocs => ({ schema, description, fields });
