import { defineConfig } from 'vitest/config'
import './test/support/memory-folder.ts'

/** The API tests on a whole stack: bundles in threads behind the gateway. Files run one at a time. */
export default defineConfig({
  test: {
    include: ['test/api/**/*.test.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['test/support/stack-setup.ts'],
    setupFiles: ['test/support/answers-recorder.ts'],
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env.CI ? 1 : 0,
  },
})
