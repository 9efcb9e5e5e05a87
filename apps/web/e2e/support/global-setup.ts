import type { TestProject } from 'vitest/node';
import { chromiumPath } from './chromium.js';
import { newPlace, removePlace, environmentOf, startStack } from './stack.js';

declare module 'vitest' {
  export interface ProvidedContext {
    web: string;
    api: string;
    /** The environment that connects commands to the stack. */
    stackEnv: NodeJS.ProcessEnv;
  }
}

/** Starts one stack for all files that do not start and stop their own. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (chromiumPath === undefined) {
    project.provide('web', '');
    project.provide('api', '');
    project.provide('stackEnv', {});
    return undefined;
  }
  // for writing tests: uses a running stack, given by its two addresses
  const [web, api] = [process.env['E2E_WEB'], process.env['E2E_API']];
  if (web && api) {
    project.provide('web', web);
    project.provide('api', api);
    project.provide('stackEnv', { ...process.env, NODE_ENV: '', VITEST: '' });
    return undefined;
  }
  const place = await newPlace();
  // a run that only wants a stack needs no demo data
  const withoutDemo = process.env['E2E_DEMO'] === 'false' ? { DEMO_DATA: 'false' } : {};
  const stack = await startStack(place, withoutDemo);
  project.provide('web', stack.web);
  project.provide('api', stack.api);
  project.provide('stackEnv', environmentOf(place));
  return async () => {
    await stack.stop();
    removePlace(place);
  };
}
