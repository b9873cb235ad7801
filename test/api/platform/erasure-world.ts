import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import { ERASING_SERVICES } from '../../../lib/services.ts'
import { objectsContaining, rowsContaining } from '../../support/canaries.ts'
import { runFunction, stackNow } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import type { Owner } from '../../support/owned.ts'
import { asPerson } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

/** Partitions that remain: numbers of an account, receipts without their openings, and rows that expire within days. */
const REMAINING_PARTITIONS =
  /^(?:CR|TIER|USE|PUR|BILLING|STRIPE|ERASURE|TALLY|RATE|ALLOWANCE|IMAGE|WH|OAGRANT|OACODE|RECEIPT|RECEIPTS|RECEIPTCHAIN|RECEIPTKEY)#/

/**
 * Exceeds the interval between two rounds of a deletion, and the time for which the sweeper retains the tombstone of a
 * job.
 */
const ROUND_MS = 15 * 60_000 + 1_000

/**
 * Ends the grace period now; another test checks its length of 14 days. After two weeks, sessions and interviews would
 * have expired, and the test could not show that the deletion erases them.
 */
const endGrace = async (user: string): Promise<void> => {
  const id = `person-${user}`
  const at = new Date(await stackNow()).toISOString()
  await table().send(
    new UpdateCommand({
      TableName: testStack().table,
      Key: { pk: `ERASURE#${id}`, sk: 'ERASURE' },
      UpdateExpression: 'SET due = :at, erases_at = :at, gsi1sk = :entry',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at, ':entry': `${at}#${id}` },
    }),
  )
}

/** Reads the values of one attribute of the rows of a partition. */
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

/** Services whose workers delete uploads and jobs. If these exist, the service reports its erasure in a later round. */
const SERVICES_WITH_WORKERS = ['archive', 'images']

/** Deletes the account of a user, and runs the rounds after the grace period until every service has answered. */
export const deleteAccount = async ({ person, user, org }: Owner): Promise<void> => {
  const { status, body } = await asPerson<{ asked_at: string }>(person, 'DELETE', '/api/account', {
    as: 'deleteAccount',
  })
  expect(status).toBe(202)
  const deletion = `ERASURE#person-${user}`
  const expectAnswers = (services: readonly string[]) =>
    expect
      .poll(() => valuesOf(`${deletion}@${body.asked_at}`, 'service'), { timeout: 20_000, interval: 200 })
      .toEqual(expect.arrayContaining([...services]))
  await endGrace(user)
  await runFunction('accounts-erasure')
  await expectAnswers(ERASING_SERVICES.filter((service) => !SERVICES_WITH_WORKERS.includes(service)))
  await expect.poll(() => valuesOf(`UPLOAD#${org}`, 'state'), { timeout: 20_000, interval: 200 }).toEqual([])
  await runFunction('images-sweep', { after: ROUND_MS })
  await runFunction('accounts-erasure', { after: ROUND_MS })
  await expectAnswers(ERASING_SERVICES)
  await runFunction('accounts-erasure', { after: 2 * ROUND_MS })
  expect(await valuesOf(deletion, 'state')).toEqual(['erased'])
}

/** The texts that a deletion must erase. */
export interface Traces {
  /** Texts that may remain only in rows that expire, or in rows with the account's numbers. */
  readonly anywhere: readonly string[]
  /** Texts that no row may contain. */
  readonly private: readonly string[]
  /** Time of the stack before any of the texts existed. */
  readonly since: number
}

/** Counts the existing traces before a deletion. */
export const countTraces = async ({ anywhere, since, private: privateTexts }: Traces) => ({
  rows: (await rowsContaining(anywhere)).filter((row) => !REMAINING_PARTITIONS.test(row)).length,
  objects: (await objectsContaining([...anywhere, ...privateTexts], since)).length,
})

/** Checks that no service stores any trace. */
export const expectErased = async ({ anywhere, since, private: privateTexts }: Traces): Promise<void> => {
  expect((await rowsContaining(anywhere)).filter((row) => !REMAINING_PARTITIONS.test(row))).toEqual([])
  expect(await rowsContaining(privateTexts)).toEqual([])
  expect(await objectsContaining([...anywhere, ...privateTexts], since)).toEqual([])
}
