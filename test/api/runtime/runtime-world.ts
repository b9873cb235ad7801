import { call } from '../../support/api.ts'
import { newKey } from '../../support/credentials.ts'

/** A reading's response, with the members that tests use. */
export interface ReadingBody {
  readonly seed: number
  readonly output: string
  readonly cards: readonly { readonly id: string; readonly title: string; readonly deck: string }[]
  readonly positions: readonly { readonly name: string; readonly status: string }[]
  readonly facts: Readonly<Record<string, unknown>>
  readonly fact_sources: Readonly<Record<string, string>>
  readonly replay: {
    readonly memory_tick: number
    readonly decks: readonly { readonly name: string; readonly version: string }[]
  }
  readonly trace?: readonly unknown[]
  readonly hash?: string
  readonly receipt?: { readonly hash: string; readonly verifyUrl: string; readonly seed: number }
  readonly valid?: true
}

export interface FaultBody {
  readonly code: string
  readonly error: string
  readonly errors?: readonly {
    readonly field: string
    readonly message: string
    readonly code?: string
    readonly line?: number
  }[]
}

/** Creates a key of a new organization. */
export const runtimeKey = (scopes: readonly string[] = ['runtime:read', 'decks:write']): Promise<string> =>
  newKey('runtime', scopes)

interface Options {
  readonly querents?: string
  readonly idempotencyKey?: string
  readonly query?: string
}

export const headersOf = ({ querents, idempotencyKey }: Options) => ({
  ...(querents === undefined ? {} : { 'x-querent-ids': querents }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
})

export const run = <Body = ReadingBody>(key: string, body: object, options: Options = {}) =>
  call<Body>('POST', `/run${options.query ?? ''}`, { key, body, headers: headersOf(options), as: 'runReading' })

/** A small script over a built-in deck. */
export const SCRIPT = `spread small "What could go wrong?"
deck threats = stride-core@1
ask public "Can anyone reach it?" as yes/no

position entry "How could somebody get in?"
  when public
  draw 2 from threats where stride = S
`

export const QUERENT = { intention: 'A webhook receiver that stores payments', state: { public: true } }

/** A deck with one card. */
export const deckOf = (name: string, version = '1.0.0', title = 'Nobody owns it') => ({
  name,
  version,
  title: 'Small',
  description: 'A deck of a test',
  license: 'Apache-2.0',
  asks: [],
  changes: [],
  cards: [
    {
      id: 'owner',
      title,
      element: 'people',
      severity: 'high',
      tells: ['owner'],
      question: 'Who is called at night?',
      why: 'What nobody owns is mended by nobody.',
      not_when: 'a trial',
      advice: [{ do: 'Name an owner', owner: 'lead', done_when: 'the page names one' }],
      check: { test: 'call the owner at night', level: 'review' },
      evidence: ['a name'],
      refs: [],
    },
  ],
})

export const putDeck = <Body>(key: string, slug: string, body: object) =>
  call<Body>('PUT', `/decks/registry/${slug}`, { key, body, as: 'putDeck' })

export const getDeck = <Body>(key: string, slug: string, query = '', headers = {}) =>
  call<Body>('GET', `/decks/registry/${slug}${query}`, { key, headers, as: 'getDeck' })
