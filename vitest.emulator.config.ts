import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Folders of test/api whose tests an emulator cannot run. */
const EXCLUDED = [
  // Most tests of the platform sign in at the issuer of the local runner. An emulator has no user pool.
  'accounts',
  'agent-grants',
  'billing',
  'consultations',
  'evidence',
  'platform-images',
  'posture',
  'sentiment',
  'support',
  'trust',
  'usage',
  // The function URLs of an emulator are unreachable from this machine.
  'agent-gateway',
  'image-mcp',
  // Their helpers read key and bucket names from the local runner.
  'receipts',
  'witness',
]
const missing = EXCLUDED.filter((name) => !existsSync(`test/api/${name}`))
if (missing.length > 0) throw new Error(`vitest.emulator.config.ts excludes folders that test/api lacks: ${missing}`)

/** The API tests against a deployment by `npm run deploy:local`, except those that an emulator cannot run. */
export default defineConfig({
  test: {
    include: ['test/api/**/*.test.ts'],
    exclude: [
      ...EXCLUDED.map((name) => `test/api/${name}/**`),
      'test/api/platform/!(without-sign-in|smoke).test.ts',
      'test/api/flows/!(preview-scaffold).test.ts',
    ],
    globalSetup: ['test/support/emulator-setup.ts'],
    setupFiles: ['test/support/emulator-limits.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
