import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { findPolicy, type Policy, type ReviserReply } from '@signet/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { attestBody, countingReviser, revisionsOver, storedFor, TEXT } from './revision-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at++)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** A table that refuses commands of this name with matching text. */
const failingOn = (name: string, text: RegExp): DynamoDBDocumentClient => {
  const send = (command: { readonly constructor: { readonly name: string }; readonly input: unknown }) =>
    command.constructor.name === name && text.test(JSON.stringify(command.input))
      ? Promise.reject(new Error('The table is broken'))
      : world.db.send(command as never)
  return new Proxy(world.db, { get: (target, key) => (key === 'send' ? send : Reflect.get(target, key)) })
}

/** Calls `tell` after each successful command of this name with matching text. */
const afterCommand = (name: string, text: RegExp, callback: () => void): DynamoDBDocumentClient => {
  const send = async (command: { readonly constructor: { readonly name: string }; readonly input: unknown }) => {
    const answer = await world.db.send(command as never)
    if (command.constructor.name === name && text.test(JSON.stringify(command.input))) callback()
    return answer
  }
  return new Proxy(world.db, { get: (target, key) => (key === 'send' ? send : Reflect.get(target, key)) })
}

/** A policy that cannot be read while it is broken. */
const breakablePolicy = () => {
  const policy = findPolicy('eeat-core') as Policy
  const state = { isBroken: false }
  const broken = Object.defineProperty({ ...policy }, 'requirements', {
    get() {
      if (state.isBroken) throw new Error('The policy is broken')
      return policy.requirements
    },
  })
  return { state, catalog: { find: async () => broken } }
}

let tenants = 0
const newTenant = () => `point-tenant-${++tenants}`

describe('failing attestation', () => {
  it.each([
    ['initial_validate', () => failingOn('PutCommand', /ATTESTING#.*attribute_not_exists/)],
    ['critique_persist', () => failingOn('PutCommand', /ATTESTING#.*attribute_exists/)],
    ['validation_persist', () => failingOn('PutCommand', /VALIDATION#/)],
    ['publish_insert', () => failingOn('TransactWriteCommand', /ATTESTED#/)],
  ] as const)('at %s, names the step, charges nothing, and works on retry', async (point, broken) => {
    const tenant = newTenant()
    await revisionsOver({ db: world.db, now }).stock(tenant)
    const { reviser, requests } = countingReviser()
    const refused = await revisionsOver({ db: broken(), now, reviser }).attest(tenant, { body: attestBody() })
    expect([refused.code, refused.extras]).toEqual(['attest_failed', { at: point }])
    const paid = requests.length
    expect(await storedFor(world, tenant)).toMatchObject({
      attested: 0,
      fills: 0,
      usedValidations: 0,
      usedFills: 0,
      usage: [0],
    })
    const { status } = await revisionsOver({ db: world.db, now, reviser }).attest(tenant, { body: attestBody() })
    expect([status, await storedFor(world, tenant)]).toMatchObject([
      201,
      { attested: 1, validations: 1, fills: 1, usedValidations: 1, usedFills: 1, usage: [1] },
    ])
    // Paid steps that were stored before the failure are not repeated.
    if (point === 'validation_persist' || point === 'publish_insert') expect(requests.length).toBe(paid)
  })

  it('at final_validate, names the step, charges nothing, and works on retry', async () => {
    const tenant = newTenant()
    const { state, catalog } = breakablePolicy()
    const { reviser, requests } = countingReviser()
    const body = attestBody({ runGapFill: false })
    const db = afterCommand('PutCommand', /ATTESTING#.*attribute_exists/, () => {
      state.isBroken = true
    })
    const refused = await revisionsOver({ db, now, reviser, catalog }).attest(tenant, { body })
    expect([refused.code, refused.extras]).toEqual(['attest_failed', { at: 'final_validate' }])
    expect(await storedFor(world, tenant)).toMatchObject({ attested: 0, validations: 0, usedValidations: 0 })
    const paid = requests.length
    state.isBroken = false
    const { status } = await revisionsOver({ db: world.db, now, reviser, catalog }).attest(tenant, { body })
    expect([status, requests.length]).toEqual([201, paid])
    expect(await storedFor(world, tenant)).toMatchObject({ attested: 1, validations: 1, usedValidations: 1 })
  })

  it('in the second attempt of its critique, does not repeat the first', async () => {
    const tenant = newTenant()
    const invented = `${TEXT.body} It was 87 percent in 2019.`
    let isAway = true
    const { reviser, requests } = countingReviser(async ({ content, rejectionReason }): Promise<ReviserReply> => {
      if (rejectionReason === undefined) return { body: invented, cost: 1_000 }
      return isAway ? { outcome: 'failed', cost: 5 } : { body: content.body, cost: 1_000 }
    })
    const body = attestBody({ runGapFill: false })
    const { attest } = revisionsOver({ db: world.db, now, reviser })
    expect((await attest(tenant, { body })).extras).toEqual({ at: 'critique' })
    expect(requests.map(({ rejectionReason }) => rejectionReason === undefined)).toEqual([true, false])
    isAway = false
    const { status, body: attested } = await attest(tenant, { body })
    expect([status, requests.length]).toEqual([201, 3])
    expect(attested.creditsUsed).toBe(0.002)
  })

  it('at critique, names the step and uses no quota', async () => {
    const tenant = newTenant()
    const { reviser } = countingReviser(async (): Promise<ReviserReply> => ({ outcome: 'failed', cost: 5 }))
    const refused = await revisionsOver({ db: world.db, now, reviser }).attest(tenant, { body: attestBody() })
    expect([refused.code, refused.extras.at]).toEqual(['attest_failed', 'critique'])
    expect(await storedFor(world, tenant)).toMatchObject({ attested: 0, usedValidations: 0, usedFills: 0 })
  })
})
