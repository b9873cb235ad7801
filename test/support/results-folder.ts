import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which tests record what they have seen. */
    results: string
    /** The domains whose tests run. */
    domains: readonly string[]
  }
}

/** The folder that test/results/run.ts reads at the end, or one that is removed with the run. */
export const resultsFolder = (): { readonly folder: string; readonly close: () => void } => {
  const given = process.env.TEST_RESULTS
  if (given !== undefined) return { folder: given, close: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'signet-results-'))
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) }
}
