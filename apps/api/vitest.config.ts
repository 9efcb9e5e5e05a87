import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Without "module": some packages keep under it what only bundlers can resolve.
const conditions = ['source', 'node', 'development|production', 'default'];

/** Begins with the file that mostly waits for programs: started last, it would run for most of a minute alone. */
class LongWaitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => moduleId.endsWith('/faults/faults.test.ts');
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['src/testing/global-setup.ts'],
    // One database serves all files and the machine may be small.
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: LongWaitFirst },
    testTimeout: 30_000,
    hookTimeout: 90_000,
  },
});
