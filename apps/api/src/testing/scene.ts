import { afterAll, beforeAll } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.js';

/** What the tests of one file share; filled in before the first of them. */
export interface Scene {
  app: TestApp;
}

/**
 * One API for all tests of a file, on a database of its own.
 * @param fill does what else is wanted once, on the scene that it is given
 */
export function appScene<T extends Scene = Scene>(
  options: TestAppOptions = {},
  fill: (scene: T) => Promise<void> | void = () => undefined,
): T {
  const scene = {} as T;
  beforeAll(async () => {
    scene.app = await createTestApp(options);
    await fill(scene);
  });
  afterAll(() => scene.app.close());
  return scene;
}
