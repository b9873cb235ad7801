import { appendFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, inject } from 'vitest'
import { ROOT } from '../support/source-files.ts'

/** Records after each test file which of the selected mutants it executes. */

declare module 'vitest' {
  interface ProvidedContext {
    mutantOffsets: Readonly<Record<string, readonly number[]>>
    mutantCoverage: string
  }
}

const sessions = globalThis as { coverage?: Session }

const coverageSession = (): Session => {
  if (sessions.coverage) return sessions.coverage
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  sessions.coverage = session
  return session
}

/** Returns the coverage since the previous call. */
const takeCoverage = (): readonly Profiler.ScriptCoverage[] => {
  let scripts: readonly Profiler.ScriptCoverage[] = []
  coverageSession().post('Profiler.takePreciseCoverage', (_, answer) => {
    scripts = answer?.result ?? []
  })
  return scripts
}

const lengthOf = ({ startOffset, endOffset }: Profiler.CoverageRange): number => endOffset - startOffset

/**
 * Returns whether the smallest range around an offset has run. Module-level code runs once per thread, in the first
 * file that loads it.
 */
const hasRun = ({ functions }: Profiler.ScriptCoverage, offset: number): boolean => {
  const enclosingRanges = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .sort((a, b) => lengthOf(a) - lengthOf(b))
  return (enclosingRanges[0]?.count ?? 0) > 0
}

const offsets = inject('mutantOffsets')

// Vitest evaluates this module before it loads the test file. This discards the coverage of earlier files.
takeCoverage()

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires this pattern for a hook without fixtures
afterAll(({}, suite) => {
  const executed = takeCoverage().flatMap((script) => {
    if (!script.url.startsWith('file:')) return []
    const path = relative(ROOT, fileURLToPath(script.url.split('?')[0] ?? ''))
    return (offsets[path] ?? []).filter((offset) => hasRun(script, offset)).map((offset) => `${path}:${offset}`)
  })
  if (executed.length > 0)
    appendFileSync(inject('mutantCoverage'), `${JSON.stringify({ file: suite.name, ran: [...new Set(executed)] })}\n`)
})
