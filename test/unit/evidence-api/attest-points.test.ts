import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Revised } from '@signet/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { attesting, counting, keptFor, revisionsOver } from './revision-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at++)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** A table that takes no command of this name whose text matches. */
const failing = (name: string, text: RegExp): DynamoDBDocumentClient => {
  const send = (command: { readonly constructor: { readonly name: string }; readonly input: unknown }) =>
    command.constructor.name === name && text.test(JSON.stringify(command.input))
      ? Promise.reject(new Error('The table is broken'))
      : world.db.send(command as never)
  return new Proxy(world.db, { get: (target, key) => (key === 'send' ? send : Reflect.get(target, key)) })
}

let tenants = 0
const newTenant = () => `point-tenant-${++tenants}`

describe('an attestation that fails', () => {
  it.each([
    ['initial_validate', () => failing('PutCommand', /ATTESTING#.*attribute_not_exists/)],
    ['critique_persist', () => failing('PutCommand', /ATTESTING#.*attribute_exists/)],
    ['validation_persist', () => failing('PutCommand', /VALIDATION#/)],
    ['publish_insert', () => failing('TransactWriteCommand', /ATTESTED#/)],
  ] as const)('at %s names it, takes nothing, and works when it is asked again', async (point, broken) => {
    const tenant = newTenant()
    await revisionsOver({ db: world.db, now }).stock(tenant)
    const { reviser, asked } = counting()
    const refused = await revisionsOver({ db: broken(), now, reviser }).attest(tenant, { body: attesting() })
    expect([refused.code, refused.extras]).toEqual(['attest_failed', { at: point }])
    const paid = asked.length
    expect(await keptFor(world, tenant)).toMatchObject({
      ...{ attested: 0, fills: 0, usedValidations: 0, usedFills: 0, usage: [0] },
    })
    const { status } = await revisionsOver({ db: world.db, now, reviser }).attest(tenant, { body: attesting() })
    expect([status, await keptFor(world, tenant)]).toMatchObject([
      201,
      { attested: 1, validations: 1, fills: 1, usedValidations: 1, usedFills: 1, usage: [1] },
    ])
    // What was kept before it failed is not paid for again.
    if (point === 'validation_persist' || point === 'publish_insert') expect(asked.length).toBe(paid)
  })

  it('at critique names it, and counts nothing of the cycle', async () => {
    const tenant = newTenant()
    const { reviser } = counting(async (): Promise<Revised> => ({ outcome: 'failed', cost: 5 }))
    const refused = await revisionsOver({ db: world.db, now, reviser }).attest(tenant, { body: attesting() })
    expect([refused.code, refused.extras.at]).toEqual(['attest_failed', 'critique'])
    expect(await keptFor(world, tenant)).toMatchObject({ attested: 0, usedValidations: 0, usedFills: 0 })
  })
})
