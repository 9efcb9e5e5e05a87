import { expect, it } from 'vitest';
import { apiTarget } from './api-target.js';

it.each([
  [{}, 'http://127.0.0.1:4000'],
  [{ API_PORT: '4100', API_HOST: '' }, 'http://127.0.0.1:4100'],
  [{ API_HOST: '0.0.0.0' }, 'http://127.0.0.1:4000'],
  [{ API_HOST: '::' }, 'http://127.0.0.1:4000'],
  [{ API_HOST: ' 192.0.2.7 ', API_PORT: '4100' }, 'http://192.0.2.7:4100'],
  [{ API_HOST: '::1' }, 'http://[::1]:4000'],
])('with %j the API target is %s', (env, target) => expect(apiTarget(env)).toBe(target));
