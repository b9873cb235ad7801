import { randomUUID } from 'node:crypto'
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { SERVICES } from '../../../lib/services.ts'
import { call } from '../../support/api.ts'
import { objectsNaming, rowsNaming } from '../../support/canaries.ts'
import { runFunction, stackNow } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import { type Owner, ownedThings } from '../../support/owned.ts'
import { asPerson } from '../../support/people.ts'
import { readyExport } from '../../support/ready-export.ts'
import { testStack } from '../../support/test-stack.ts'
import { makeElsewhere, newAccount } from '../../support/whole-account.ts'

/** Partitions that stay: numbers of an account, receipts without what opens them, and what ends by itself within days. */
const STAYS =
  /^(?:CR|TIER|USE|PUR|BILLING|STRIPE|DEPARTURE|TALLY|RATE|ALLOWANCE|IMAGE|WH|OAGRANT|OACODE|RECEIPT|RECEIPTS|RECEIPTCHAIN|RECEIPTKEY)#/

/** Longer than the time between two rounds of a deletion, and than the sweeper keeps the tombstone of a job. */
const ROUND_MS = 15 * 60_000 + 1_000

const SERVICES_THAT_ERASE = SERVICES.filter(({ service }) => 'erases' in service.departures)
  .map(({ service }) => service.name)
  .toSorted()

/**
 * Ends the 14 days now, as another test proves their length: two weeks later, sessions and interviews have expired, and
 * nothing shows that a deletion erases them.
 */
const endGrace = async (user: string): Promise<void> => {
  const id = `person-${user}`
  const at = new Date(await stackNow()).toISOString()
  await table().send(
    new UpdateCommand({
      TableName: testStack().table,
      Key: { pk: `DEPARTURE#${id}`, sk: 'DEPARTURE' },
      UpdateExpression: 'SET due = :at, erases_at = :at, gsi1sk = :entry',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at, ':entry': `${at}#${id}` },
    }),
  )
}

/** Values of a member of the rows of one partition. */
const valuesOf = async (pk: string, name: string): Promise<readonly unknown[]> => {
  const { Items = [] } = await table().send(
    new QueryCommand({
      TableName: testStack().table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  )
  return Items.flatMap((item) => (name in item ? [item[name] as unknown] : []))
}

/** Services whose own workers delete uploads and jobs: they answer a later round than the first. */
const BY_WORKERS = ['archive', 'imagegen']

/** Deletes the account of a person, and runs the rounds after the grace period until every service has answered. */
const deleteAccount = async ({ person, user, org }: Owner): Promise<void> => {
  const { status, body } = await asPerson<{ asked_at: string }>(person, 'DELETE', '/api/account', {
    as: 'deleteAccount',
  })
  expect(status).toBe(202)
  const deletion = `DEPARTURE#person-${user}`
  const expectAnswers = (services: readonly string[]) =>
    expect
      .poll(() => valuesOf(`${deletion}@${body.asked_at}`, 'service'), { timeout: 20_000, interval: 200 })
      .toEqual(services)
  await endGrace(user)
  await runFunction('accounts-depart')
  await expectAnswers(SERVICES_THAT_ERASE.filter((service) => !BY_WORKERS.includes(service)))
  await expect.poll(() => valuesOf(`UPLOAD#${org}`, 'state'), { timeout: 20_000, interval: 200 }).toEqual([])
  await runFunction('imagegen-sweep', { after: ROUND_MS })
  await runFunction('accounts-depart', { after: ROUND_MS })
  await expectAnswers(SERVICES_THAT_ERASE)
  await runFunction('accounts-depart', { after: 2 * ROUND_MS })
  expect(await valuesOf(deletion, 'state')).toEqual(['erased'])
}

describe('an account that leaves', () => {
  test('leaves nothing behind in any service, after its grace period', { timeout: 240_000 }, async () => {
    const ada = await newAccount()
    const texts: string[] = [ada.user, ada.org, ada.person.email, ada.person.name]
    for (const { paths = {}, texts: more } of await ownedThings()) {
      for (const make of Object.values(paths)) await make(ada)
      // Their texts may be those of another file's person, too: this person's rows are known by who they are.
      await more?.(ada)
    }
    const canary = `canary-${randomUUID()}`
    await makeElsewhere(ada, canary)
    texts.push(canary)
    await readyExport(ada.person)
    const before = await rowsNaming(texts)
    expect(before.filter((row) => !STAYS.test(row)).length).toBeGreaterThan(20)
    expect((await objectsNaming([canary, ada.org])).length).toBeGreaterThan(2)
    await deleteAccount(ada)
    const left = (await rowsNaming(texts)).filter((row) => !STAYS.test(row))
    expect(left).toEqual([])
    const who = [ada.person.email, ada.person.name, canary]
    expect(await rowsNaming(who)).toEqual([])
    expect(await objectsNaming([...who, ada.org, ada.user])).toEqual([])
    // Who comes back begins anew.
    expect((await call('GET', '/api/account/me', { key: ada.key, as: 'getMe' })).status).toBe(401)
  })
})
