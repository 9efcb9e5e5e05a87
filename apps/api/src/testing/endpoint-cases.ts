import type { Endpoint } from '@social-feed/contracts';
import type * as z from 'zod/mini';

const UNKNOWN_ID = '0123456789abcdef01234567';
const SAMPLES: Readonly<Record<string, string>> = {
  email: 'nobody%40example.org',
  username: 'nobody_yet',
  userName: 'nobody_yet',
  format: 'atom',
  month: '2026-11',
  seed: '4711',
  text: 'terms',
};

const isIdName = (name: string) => /id$/i.test(name);
const paramNames = (endpoint: Endpoint) => [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

const sampleOf = (name: string) => SAMPLES[name] ?? (isIdName(name) ? UNKNOWN_ID : 'sample');

/** Returns the endpoint's path with a valid value for every parameter; `replace` overrides some. */
export const pathOf = (endpoint: Endpoint, replace: Record<string, string> = {}): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => replace[name] ?? sampleOf(name));

/** The parameters of `pathOf`, as the router reads them. */
export const paramsOf = (endpoint: Endpoint): Record<string, string> =>
  Object.fromEntries(paramNames(endpoint).map((name) => [name, decodeURIComponent(sampleOf(name))]));

export const idParams = (endpoint: Endpoint): string[] => paramNames(endpoint).filter(isIdName);

/** Returns the schema inside optional, default and transforming wrappers. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as { def: { innerType?: z.core.$ZodType; in?: z.core.$ZodType } };
  const inner = def.innerType ?? def.in;
  return inner === undefined ? schema : innermost(inner);
}

function shapeOf(schema: z.core.$ZodType | undefined): Record<string, z.core.$ZodType> {
  if (schema === undefined) return {};
  return (schema._zod.def as { shape?: Record<string, z.core.$ZodType> }).shape ?? {};
}

/** Body fields that accept a text or an enum value. */
export const textFields = (endpoint: Endpoint): string[] =>
  Object.entries(shapeOf(endpoint.body))
    .filter(([, schema]) => ['string', 'enum'].includes(innermost(schema)._zod.def.type))
    .map(([name]) => name);

export const bodyFields = (endpoint: Endpoint): string[] => Object.keys(shapeOf(endpoint.body));

export const queryFields = (endpoint: Endpoint): string[] => Object.keys(shapeOf(endpoint.query));
