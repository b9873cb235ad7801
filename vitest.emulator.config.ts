import { defineConfig } from 'vitest/config'

/** The API tests against a deployment by `npm run deploy:local`, except those that an emulator cannot run. */
export default defineConfig({
  test: {
    include: ['test/api/**/*.test.ts'],
    // Most tests of the platform sign in at the issuer of the local runner. An emulator has no user pool.
    // The function URLs of an emulator are unreachable from this machine.
    exclude: [
      'test/api/platform/!(without-sign-in|smoke).test.ts',
      'test/api/{accounts,agent-grants,billing,consultations,evidence,intake,platform-images,posture,sentiment,trust,usage}/**',
      'test/api/flows/!(preview-scaffold).test.ts',
      'test/api/{image-agents,gateway}/**',
      // Their helpers read key and bucket names from the local runner.
      'test/api/{receipts,witness}/**',
    ],
    globalSetup: ['test/support/emulator-setup.ts'],
    setupFiles: ['test/support/emulator-limits.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
