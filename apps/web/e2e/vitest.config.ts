import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in this order: started last, they would run for most of a minute alone. */
const LONGEST = [
  'accessible-screens',
  'start-command',
  'offline',
  'composer-uploads',
  'text-size',
  'accessible-overlays',
  'media-shapes',
  'accessible-states',
  'translated',
  'peoples-texts',
  'accessible-focus',
  'accounts-settings',
  'photo-viewer',
  'accounts-session',
  'reports',
  'moderators',
  'applicant',
  'appeals',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(basename(moduleId, '.test.ts'));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/**
 * Browser tests of the real stack, as started by `npm start`, in three Chromiums: on two cores a third saves a sixth of the
 * time.
 */
export default defineConfig({
  test: {
    name: 'browser',
    // failures show the whole value: chance may not repeat it
    chaiConfig: { truncateThreshold: 0 },
    include: ['**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./support/global-setup.ts'],
    maxWorkers: 3,
    // no file leaves state that another could see, and shared modules load only once
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    // a second try only where the browser has stopped drawing, and told at the end of `npm test`: all other waits end
    retry: { count: 1, condition: /The page does not (answer|draw)|Test timed out/ },
    hookTimeout: 180_000,
    // late results on a slow machine are still correct; a poll ends on the first match, and CI is slow
    expect: { poll: { timeout: 15_000 } },
  },
});
