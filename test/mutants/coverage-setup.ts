import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, inject } from 'vitest'
import { ROOT } from '../support/source-files.ts'

/** Tells, after each test file, which of the chosen places of the sources ran in it. */

declare module 'vitest' {
  interface ProvidedContext {
    mutantPlaces: Readonly<Record<string, readonly number[]>>
    mutantCoverage: string
  }
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}
interface Script {
  readonly url: string
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[]
}

const sessions = globalThis as { coverage?: Session }

const covering = (): Session => {
  if (sessions.coverage) return sessions.coverage
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  sessions.coverage = session
  return session
}

/** What ran since the last time. */
const taken = (): readonly Script[] => {
  let scripts: readonly Script[] = []
  covering().post('Profiler.takePreciseCoverage', (_, answer) => {
    scripts = answer?.result ?? []
  })
  return scripts
}

const length = ({ startOffset, endOffset }: Range): number => endOffset - startOffset

/** Whether the smallest range around a place has run. What a module does when it is loaded runs once in a thread. */
const hasRun = ({ functions }: Script, place: number): boolean => {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset)
    .sort((a, b) => length(a) - length(b))
  return (around[0]?.count ?? 0) > 0
}

const places = inject('mutantPlaces')

beforeAll(() => {
  taken()
})

// biome-ignore lint/correctness/noEmptyPattern: Vitest takes no other pattern for a hook without fixtures
afterAll(({}, suite) => {
  const ran = taken().flatMap((script) => {
    if (!script.url.startsWith('file:')) return []
    const path = relative(ROOT, fileURLToPath(script.url.split('?')[0] ?? ''))
    return (places[path] ?? []).filter((place) => hasRun(script, place)).map((place) => `${path}:${place}`)
  })
  if (ran.length > 0)
    appendFileSync(inject('mutantCoverage'), `${JSON.stringify({ file: suite.name, ran: [...new Set(ran)] })}\n`)
})
