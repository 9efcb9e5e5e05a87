import type * as z from 'zod/mini';
import { routes, type Route, type RouteName } from './routes.js';

type Schema = z.ZodMiniType;

/** A call: its route, input and answer. */
export interface Endpoint extends Route {
  name: string;
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
  answer: Schema;
}

type Part = 'params' | 'query' | 'body' | 'answer';
type SchemaOf<E, P extends Part> = E extends { [K in P]: infer S extends Schema } ? S : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

/**
 * Declares the schemas of a route. A route without a declaration is a type error in calls.ts. What fields mean stands in
 * docs/fields.ts, which clients do not load.
 * @__NO_SIDE_EFFECTS__
 */
export const endpoint = <
  N extends RouteName,
  Answer extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  name: N,
  schemas: { params?: Params; query?: Query; body?: Body; answer: Answer },
) => {
  type Declared = { name: N; params: Params; query: Query; body: Body; answer: Answer };
  const declared: unknown = { name, ...routes[name], ...schemas };
  return declared as Declared & (typeof routes)[N];
};

/** The parsed parts of a request, and its answer. */
export type ParamsOf<E> = Output<SchemaOf<E, 'params'>>;
export type QueryOf<E> = Output<SchemaOf<E, 'query'>>;
export type BodyOf<E> = Output<SchemaOf<E, 'body'>>;
export type AnswerOf<E> = Output<SchemaOf<E, 'answer'>>;

/** The parts of a request as a client writes them. */
export type ParamsInput<E> = Input<SchemaOf<E, 'params'>>;
export type BodyInput<E> = Input<SchemaOf<E, 'body'>>;
