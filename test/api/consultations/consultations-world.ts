import { idempotency, partitionOf } from '@signet/kernel'
import { inject } from 'vitest'
import { consultationKeyRow } from '../../../lambdas/consultations/contract/rows.ts'
import { fingerprintOf } from '../../../layers/ledger/src/paid-once.ts'
import { type Answer, call } from '../../support/api.ts'
import { stackNow } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { giveTier } from '../../support/tiers.ts'

/** What a role says, as far as tests read it. */
export interface Said {
  readonly schema_version: string
  readonly success: boolean
  readonly role: string
  readonly response: string
  readonly responseMode: string
  readonly analysis: { readonly findings: readonly object[] }
  readonly symbolicResponse: { readonly facts: Readonly<Record<string, unknown>> }
  readonly guidance: object
  readonly hash: string
  readonly receipt: { readonly hash: string; readonly verifyUrl: string }
  readonly metadata: {
    readonly seed: number
    readonly method: string
    readonly memory: { readonly tick: number }
    readonly bound_from?: string
  }
  readonly envelope?: { readonly bindings: Readonly<Record<string, unknown>> }
  readonly warning?: { readonly meter: string; readonly used: number; readonly limit: number }
  readonly code?: string
  readonly error?: string
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const ASKED = { role: 'cto', intention: 'A webhook receiver that stores payments', seed: 7 }

type Headers = Readonly<Record<string, string>>

/** Asks a role as a person in a browser. */
export const consultAs = (person: Person, body: object = {}, headers: Headers = {}): Promise<Answer<Said>> =>
  asPerson<Said>(person, 'POST', '/api/agents/run', { body: { ...ASKED, ...body }, headers, as: 'consultRole' })

export const consultWithKey = (key: string, body: object = {}): Promise<Answer<Said>> =>
  call<Said>('POST', '/api/agents/run', { key, body: { ...ASKED, ...body }, as: 'consultRole' })

export interface Begun {
  readonly signalType: string
  readonly methodologyConfidence: string
  readonly code?: string
  readonly upgrade?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const bootstrapAs = (person: Person, body: object = { role: 'cto' }, headers: Headers = {}) =>
  asPerson<Begun>(person, 'POST', '/api/agents/bootstrap', { body, headers, as: 'bootstrapRole' })

export interface Remembered {
  readonly role: string
  readonly exists: boolean
  readonly tick?: number
  readonly entropy: { readonly totalCards: number }
  readonly recentMemories?: readonly { readonly hash: string; readonly intention: string }[]
  readonly code?: string
  readonly errors?: readonly { readonly field: string }[]
}

export const memoryAs = (person: Person, role: string) =>
  asPerson<Remembered>(person, 'GET', `/api/agents/${role}/memory`, { as: 'getRoleMemory' })

/** How many scaffolds of the cycle are used. */
export const scaffoldsUsed = async (person: Person): Promise<number> => {
  const { body } = await asPerson<{ scaffolds: { used: number } }>(person, 'GET', '/api/usage', { as: 'getUsage' })
  return body.scaffolds.used
}

/** Somebody with a paid plan: 50 scaffolds a cycle. */
export const paidPerson = async (): Promise<Person> => {
  const person = await newPerson()
  await giveTier(await orgOf(person), { sku: 'pro' })
  return person
}

/** A key of the person's organisation, with these scopes. */
export const keyOfPerson = async (person: Person, scopes: readonly string[]): Promise<string> =>
  (await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body: { name: 'a', scopes }, as: 'createApiKey' }))
    .body.key

/** While `during` runs, the first request of the person with this key is at work; it ends without an answer. */
export const atWork = async (
  person: Person,
  { purpose, key, body }: { readonly purpose: string; readonly key: string; readonly body: object },
  during: () => Promise<void>,
): Promise<void> => {
  const at = new Date(await stackNow())
  const requests = idempotency<object>({ db: table(), table: inject('stack').table, now: () => at })
  const owner = partitionOf(consultationKeyRow, { tenant: await orgOf(person) })
  const failed = new Error('It ends without an answer')
  const work = async () => {
    await during()
    throw failed
  }
  const run = requests.run(owner, { key, purpose, fingerprint: fingerprintOf(body) }, work, { leaseSeconds: 90 })
  await run.catch((error: unknown) => {
    if (error !== failed) throw error
  })
}
