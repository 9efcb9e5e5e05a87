import type { Config } from '../platform/config/config.js';

/** Any subset of a config, at any depth. */
export type ConfigOverrides = {
  [K in keyof Config]?: Config[K] extends readonly unknown[] | Buffer | string | number | boolean
    ? Config[K]
    : Config[K] extends object
      ? Partial<Config[K]>
      : Config[K];
};

/** Replaces parts of a config; objects are merged one level deep. */
export function overrideConfig(config: Config, overrides: ConfigOverrides = {}): Config {
  const merged: Record<string, unknown> = { ...config };
  for (const [key, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    const current = merged[key];
    merged[key] = isPlainObject(current) && isPlainObject(value) ? { ...current, ...value } : value;
  }
  return merged as unknown as Config;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
