import { defineConfig } from 'vitest/config'

/** For what hangs, not for what is slow: two workers and a whole stack share as few as two cores. */
const PATIENCE_MS = 120_000

/**
 * Tests by cost: what needs no stack, and what talks to one over HTTP, one file at a time. `npm test` runs both side by
 * side, for the second mostly waits.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Threads that are used again: half of a small test's time would go into loading what it tests.
          pool: 'threads',
          isolate: false,
          include: ['test/{architecture,contract,infra,spec,unit}/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          globalSetup: ['test/support/stack-setup.ts'],
          setupFiles: ['test/support/answers-recorder.ts'],
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
    ],
    maxWorkers: 2,
  },
})
