import { defineConfig } from 'vitest/config'

/** The tests of the archive's index against the OpenSearch node at OPENSEARCH_URL. */
export default defineConfig({
  test: { include: ['test/judges/archive-opensearch.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
})
