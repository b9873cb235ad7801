import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { objectsNaming, rowsNaming } from '../../support/canaries.ts'
import { advance, stackNow } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import { ownedThings } from '../../support/owned.ts'
import { asPerson } from '../../support/people.ts'
import { readyExport } from '../../support/ready-export.ts'
import { testStack } from '../../support/test-stack.ts'
import { makeElsewhere, newAccount } from '../../support/whole-account.ts'

/** Partitions that stay: numbers of an account, receipts without what opens them, and what ends by itself within days. */
const STAYS =
  /^(?:CR|TIER|USE|PUR|BILLING|STRIPE|DEPARTURE|TALLY|RATE|ALLOWANCE|IMAGE|WH|OAGRANT|OACODE|RECEIPT|RECEIPTS|RECEIPTCHAIN|RECEIPTKEY)#/

/**
 * The 14 days are over: the row says so, because a fortnight of every schedule takes the stack's clock minutes. That the
 * row is due in 14 days is a test of accounts.
 */
const graceOver = async (user: string): Promise<void> => {
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

describe('an account that leaves', () => {
  test('leaves nothing behind in any service, 14 days after it was asked for', { timeout: 240_000 }, async () => {
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
    await advance(61_000)
    const before = await rowsNaming(texts)
    expect(before.filter((row) => !STAYS.test(row)).length).toBeGreaterThan(20)
    expect((await objectsNaming([canary, ada.org])).length).toBeGreaterThan(2)
    expect((await asPerson(ada.person, 'DELETE', '/api/account', { as: 'deleteAccount' })).status).toBe(202)
    await graceOver(ada.user)
    for (let round = 0; round < 12; round++) {
      await advance(15 * 60_000 + 1_000)
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      if ((await rowsNaming(texts)).every((row) => STAYS.test(row))) break
    }
    const left = (await rowsNaming(texts)).filter((row) => !STAYS.test(row))
    expect(left).toEqual([])
    const who = [ada.person.email, ada.person.name, canary]
    expect(await rowsNaming(who)).toEqual([])
    expect(await objectsNaming([...who, ada.org, ada.user])).toEqual([])
    // Who comes back begins anew.
    expect((await call('GET', '/api/account/me', { key: ada.key, as: 'getMe' })).status).toBe(401)
  })
})
