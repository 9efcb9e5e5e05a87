import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** Who may call: everyone, everyone with a personalised answer for signed-in users, or signed-in users only. */
export type Access = 'public' | 'optional' | 'user';

/** An API call: its input, required access (known to the compiler) and answer. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  A extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters in Express syntax. */
  path: `/${string}`;
  access: A;
  /** Success status, 200 by default. */
  status?: number;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /** Whether the call honours the `Idempotency-Key` header. */
  idempotent?: boolean;
  /**
   * Whether the call manages the account itself and requires a signed-in browser: a leaked API token must not
   * create other tokens or lock the owner out.
   */
  browserOnly?: boolean;
  /**
   * Whether a write accepts requests from any origin. The body, such as a form, is ignored; the address contains
   * the authorisation.
   */
  anyOrigin?: boolean;
}

/**
 * Declares an endpoint. Returns its argument; used for its types.
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

/** Common settings of calls that manage the account itself. */
export const ownAccount = { access: 'user', browserOnly: true } as const;

type Parsed<S> = S extends Schema ? z.output<S> : undefined;

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? Parsed<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? Parsed<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Parsed<B> : never;
export type AnswerOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A & Schema> : never;
