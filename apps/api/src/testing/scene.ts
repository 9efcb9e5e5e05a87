import { afterAll, beforeAll } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.js';

/** Shared state of the tests in one file; set before the first test. */
export interface Scene {
  app: TestApp;
}

/**
 * One API for all tests of a file, with its own database.
 * @param fill completes the scene once, after the API has started
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
