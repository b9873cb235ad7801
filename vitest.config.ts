import { defineConfig } from 'vitest/config'
import { apiFiles, storyFiles } from './test/support/api-domains.ts'
import { FileBudgets } from './test/support/file-budgets.ts'
import { SecondTries } from './test/support/second-tries.ts'
import './test/support/memory-folder.ts'

/** A limit for tests that hang, not for slow ones: several processes and stacks may share two cores. */
const TIMEOUT_MS = 120_000

/** With `CI`, as in `.ci/run`, the machine is busy: a failed test is retried once, and the run prints it. */
const RETRIES = process.env.CI ? 1 : 0

const COMMON = {
  // Files share threads. Loading the modules again for each file would take half of a small test's time.
  pool: 'threads',
  isolate: false,
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  retry: RETRIES,
  setupFiles: ['test/support/cpu-recorder.ts'],
  sequence: { setupFiles: 'list' },
} as const

/**
 * The projects differ in what their tests need: code only (`unit`), templates (`infra`), functions as modules of the
 * test's thread behind the real routes and services (`api`), or the whole stack with bundles in threads (`stories`).
 */
export default defineConfig({
  test: {
    reporters: ['default', new SecondTries(), new FileBudgets()],
    // Node strips types, so sources and tests load without a transformation.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { test: { ...COMMON, name: 'unit', include: ['test/{architecture,contract,spec,unit}/**/*.test.ts'] } },
      {
        test: {
          ...COMMON,
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          setupFiles: ['test/infra/shared-templates.ts', ...COMMON.setupFiles],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'api',
          include: apiFiles(),
          globalSetup: ['test/support/in-process/api-setup.ts'],
          // The stack of a thread must start before the CPU recorder begins to measure a file.
          setupFiles: ['test/support/in-process/setup.ts', ...COMMON.setupFiles, 'test/support/answers-recorder.ts'],
        },
      },
      {
        test: {
          ...COMMON,
          name: 'stories',
          include: storyFiles(),
          globalSetup: ['test/support/stack-setup.ts'],
          setupFiles: [...COMMON.setupFiles, 'test/support/answers-recorder.ts'],
          fileParallelism: false,
          sequence: { ...COMMON.sequence, groupOrder: 1 },
        },
      },
    ],
    maxWorkers: 2,
  },
})
