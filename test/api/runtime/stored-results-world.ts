import { call } from '../../support/api.ts'
import { headersOf, QUERENT, run, SCRIPT } from './runtime-world.ts'

export interface Entry {
  readonly hash: string
  readonly kind: string
  readonly spread: string
  readonly cards: readonly string[]
  readonly score?: number
}

interface Recalled {
  readonly matches: readonly { readonly reading: Entry & { querent: string }; readonly why: readonly string[] }[]
  readonly summary: {
    readonly by_card: Readonly<Record<string, number>>
    readonly contradictions: readonly { fact: string; values: readonly unknown[]; hashes: readonly string[] }[]
  }
  readonly scanned: number
  readonly next_cursor: string | null
}

const get =
  <Body>(as: string) =>
  (key: string, path: string, querents?: string) =>
    call<Body>('GET', path, { key, headers: headersOf(querents === undefined ? {} : { querents }), as })

export const receiptOf = get<{
  hash: string
  kind: string
  opening?: { claims: Record<string, unknown> }
  claims?: object
}>('getRuntimeReceipt')
export const verifyOf = get<{ valid: boolean; checks: Record<string, { status: string }> }>('verifyRuntimeReceipt')
export const advisoryOf = get<{ kind: string; advisory: { cards: readonly unknown[] }; superseded_by?: string }>(
  'getAdvisory',
)
export const grimoireOf = get<{ readings: readonly Entry[]; next_cursor: string | null }>('listGrimoire')

export const recall = <Body = Recalled>(key: string, body: object, querents?: string) =>
  call<Body>('POST', '/recall', {
    key,
    body,
    headers: headersOf(querents === undefined ? {} : { querents }),
    as: 'recallReadings',
  })

/** Inscribes a reading and returns its hash. */
export const inscribe = async (key: string, querent: object = QUERENT, options = {}): Promise<string> => {
  const body = { script: SCRIPT, querent, seed: 42, lenient: true, inscribe: true }
  return String((await run(key, body, options)).body.hash)
}

export const GRADE_REQUEST = {
  graderName: 'review',
  graderVersion: '1.0.0',
  case: {
    id: 'c1',
    description: 'A decision',
    intent: 'Decide which queue carries orders',
    artifact: { id: 'a1', kind: 'adr', content: '# Queue for orders\n\n## Decision\n\nWe use one queue.\n' },
    rubricDeck: { name: 'rubric-core' },
    expectedMinimumScore: 0.9,
  },
}

export interface Graded {
  readonly aggregate: number
  readonly passed: boolean | null
  readonly gaps: readonly { readonly fix: string }[]
  readonly rubric: { readonly version: string }
  readonly hash: string
}

export const grade = <Body = Graded>(key: string, body: object, querents?: string) =>
  call<Body>('POST', '/grader/run', {
    key,
    body,
    headers: headersOf(querents === undefined ? {} : { querents }),
    as: 'runGrader',
  })
