import { defineConfig } from 'vitest/config'

/** The API tests against what `npm run deploy:local` deployed, except what an emulator cannot do. */
export default defineConfig({
  test: {
    include: ['test/api/**/*.test.ts'],
    // Most tests of the platform are of people, who sign in at the issuer of the local runner: an emulator has no user pool.
    // An emulator hands out addresses of functions that lead nowhere from this machine.
    exclude: [
      'test/api/platform/!(without-sign-in|smoke).test.ts',
      'test/api/{accounts,agent-grants,billing,consultations,evidence,intake,platform-images,posture,sentiment,trust,usage}/**',
      'test/api/flows/!(preview-scaffold).test.ts',
      'test/api/{image-agents,gateway}/**',
      // Their helpers read names of keys and buckets from the local runner.
      'test/api/{receipts,witness}/**',
    ],
    globalSetup: ['test/support/emulator-setup.ts'],
    setupFiles: ['test/support/emulator-limits.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
