import { defineConfig } from 'vitest/config'
import { apiShards, type Shard } from './test/support/api-shards.ts'
import { SecondTries } from './test/support/second-tries.ts'
import { SmallStackFirst } from './test/support/small-stack-first.ts'
import './test/support/memory-folder.ts'

/** A limit for tests that hang, not for slow ones: several processes and whole stacks share as few as two cores. */
const PATIENCE_MS = 120_000

/** A crowded machine gets a second try, and `.ci/run` prints each test that needed one; a laptop shows it at once. */
const RETRIES = process.env.CI ? 1 : 0

const WITHOUT_STACK = {
  // Files share threads: loading the modules again for each file would take half of a small test's time.
  pool: 'threads',
  isolate: false,
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  retry: RETRIES,
} as const

/** Tests that talk over HTTP to a stack that is theirs alone, one file at a time. */
const apiTests = ({ name, files }: Shard) => ({
  test: {
    name: `api:${name}`,
    include: [...files],
    globalSetup: ['test/support/stack-setup.ts'],
    setupFiles: ['test/support/answers-recorder.ts'],
    fileParallelism: false,
    isolate: false,
    sequence: { groupOrder: 2 },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    retry: RETRIES,
  },
})

/**
 * Tests by cost: those without a stack, and those with one, by services. `npm test` runs the shards side by side in
 * processes of their own (test/shards/run.ts), and the tests without a stack beside them.
 */
export default defineConfig({
  test: {
    reporters: ['default', new SecondTries()],
    projects: [
      // One thread loads the CDK and has the templates of all; a second one would make them again. It goes first, while
      // other work of `npm test` has use for the other cores.
      { test: { ...WITHOUT_STACK, name: 'infra', include: ['test/infra/**/*.test.ts'], fileParallelism: false } },
      {
        test: {
          ...WITHOUT_STACK,
          name: 'unit',
          include: ['test/{architecture,contract,spec,unit}/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      ...apiShards().map(apiTests),
    ],
    maxWorkers: 2,
    sequence: { sequencer: SmallStackFirst },
  },
})
