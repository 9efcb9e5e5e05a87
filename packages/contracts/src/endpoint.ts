import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** Who may call: anyone, anyone with the answer tinted for the signed-in user, or signed-in users only. */
export type Access = 'public' | 'optional' | 'user';

/** One call of the API: what it takes, who may make it (known to the compiler) and what it answers. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  A extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters, as Express reads it. */
  path: `/${string}`;
  access: A;
  /** Status of success; 200 unless given. */
  status?: number;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /** True where an `Idempotency-Key` header is honoured. */
  idempotent?: boolean;
  /**
   * True for what governs the account itself: it needs a signed-in browser, since a leaked API token must not make others
   * or lock its owner out.
   */
  browserOnly?: boolean;
  /**
   * True for a write that pages and services of any origin may send, with or without a form as its body, which is not read:
   * its address carries what allows it.
   */
  anyOrigin?: boolean;
}

/**
 * Declares an endpoint; the identity function, here for its types.
 * @__NO_SIDE_EFFECTS__
 */
export const endpoint = <
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Answer extends Schema = Schema,
  const A extends Access = Access,
>(
  definition: Endpoint<Params, Query, Body, Answer, A>,
): Endpoint<Params, Query, Body, Answer, A> => definition;

/** Of calls about the account itself: what they have in common. */
export const ownAccount = { access: 'user', browserOnly: true } as const;

type Parsed<S> = S extends Schema ? z.output<S> : undefined;

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? Parsed<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? Parsed<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Parsed<B> : never;
export type AnswerOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A & Schema> : never;
