import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which tests record their results. */
    results: string
    /** The domains whose tests run. */
    domains: readonly string[]
  }
}

/** Returns the folder that test/results/run.ts reads at the end, or a temporary one that `close` removes. */
export const resultsFolder = (): { readonly folder: string; readonly close: () => void } => {
  const shared = process.env.TEST_RESULTS
  if (shared !== undefined) return { folder: shared, close: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'signet-results-'))
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) }
}
