import { expect, it } from 'vitest';
import { demoLine } from './lib/demo.mjs';

it.each([{}, { DEMO_DATA: '' }, { DEMO_DATA: ' true ' }, { DEMO_DATA: 'yes', NODE_ENV: 'production' }])(
  'names the demo account where the demo data are: %j',
  (env) => {
    expect(demoLine(env)).toBe('Sign in as demo / Demo1234. ');
  },
);

it.each([{ DEMO_DATA: 'false' }, { DEMO_DATA: 'No' }, { DEMO_DATA: '0' }, { NODE_ENV: 'production' }])(
  'names no demo account without them: %j',
  (env) => {
    expect(demoLine(env)).toBe('');
  },
);
