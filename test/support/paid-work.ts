import { idempotency, partitionOf } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import { fingerprintOf } from '../../layers/ledger/src/paid-once.ts'
import { stackNow } from './control.ts'
import { orgOf } from './images.ts'
import { table } from './keys.ts'
import { asPerson, newPerson, type Person } from './people.ts'
import { testStack } from './test-stack.ts'
import { setTier } from './tiers.ts'

/** Rows of the idempotency keys of a service. */
type KeyRow = RowKeys<{ readonly pk: '<tenant>'; readonly sk: 'IDEM#<digest>' }, undefined>

/** Returns the number of scaffolds used in the cycle. */
export const scaffoldsUsed = async (person: Person): Promise<number> => {
  const { body } = await asPerson<{ scaffolds: { used: number } }>(person, 'GET', '/api/usage', { as: 'getUsage' })
  return body.scaffolds.used
}

/** Creates a person with a paid plan: 50 scaffolds per cycle. */
export const paidPerson = async (): Promise<Person> => {
  const person = await newPerson()
  await setTier(await orgOf(person), { sku: 'pro' })
  return person
}

/** Creates a key of the person's organization with these scopes. */
export const keyOfPerson = async (person: Person, scopes: readonly string[]): Promise<string> =>
  (await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body: { name: 'a', scopes }, as: 'createApiKey' }))
    .body.key

/**
 * Runs `during` while the first request of the person with this key is in progress; that request ends without a
 * response.
 */
export const duringFirstRequest = async (
  person: Person,
  rows: KeyRow,
  { purpose, key, body }: { readonly purpose: string; readonly key: string; readonly body: object },
  during: () => Promise<void>,
): Promise<void> => {
  const requestTime = new Date(await stackNow())
  const requests = idempotency<object>({ db: table(), table: testStack().table, now: () => requestTime })
  const owner = partitionOf(rows, { tenant: await orgOf(person) })
  const failed = new Error('The gap fill ends without a response')
  const work = async () => {
    await during()
    throw failed
  }
  const run = requests.run(owner, { key, purpose, fingerprint: fingerprintOf(body) }, work, { leaseSeconds: 90 })
  await run.catch((error: unknown) => {
    if (error !== failed) throw error
  })
}
