import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, inject, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { takeIn } from '../../support/archive.ts'
import { notebooksOf } from '../../support/archive-notebooks.ts'
import { objectsNaming, queuesHolding, rowsNaming } from '../../support/canaries.ts'
import { advance, stackNow } from '../../support/control.ts'
import { completed } from '../../support/jobs.ts'
import { table } from '../../support/keys.ts'
import { type Owner, ownedThings } from '../../support/owned.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { create, sessionOf } from '../../support/sessions.ts'

/** Partitions that stay: numbers of an account, and what ends by itself within days. */
const STAYS = /^(?:CR|TIER|USE|PUR|BILLING|STRIPE|DEPARTURE|TALLY|RATE|ALLOWANCE|IMAGE|WH|OAGRANT|OACODE)#/

const owner = async (): Promise<Owner> => {
  const person = await newPerson(`Ada ${randomUUID()}`)
  const me = await asPerson<{ userId: string; orgId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })
  const made = await asPerson<{ id: string; key: string }>(person, 'POST', '/api/keys', {
    body: { name: `shop ${randomUUID()}` },
    as: 'createApiKey',
  })
  const sessions = await asPerson<{ sessions: { id: string }[] }>(person, 'GET', '/api/account/sessions', {
    as: 'listSessions',
  })
  const { orgId: org, userId: user } = me.body
  const session = String(sessions.body.sessions[0]?.id)
  return { person, org, user, session, key: made.body.key, keyId: made.body.id }
}

/**
 * The 14 days are over: the row says so, because a fortnight of every schedule takes the stack's clock minutes. That the
 * row is due in 14 days is a test of accounts.
 */
const graceOver = async (user: string): Promise<void> => {
  const id = `person-${user}`
  const at = new Date(await stackNow()).toISOString()
  await table().send(
    new UpdateCommand({
      TableName: inject('stack').table,
      Key: { pk: `DEPARTURE#${id}`, sk: 'DEPARTURE' },
      UpdateExpression: 'SET due = :at, erases_at = :at, gsi1sk = :entry',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at, ':entry': `${at}#${id}` },
    }),
  )
}

/** Things in services whose ids nobody else's paths name. */
const makeElsewhere = async ({ person, key, user, org }: Owner, canary: string): Promise<void> => {
  for (const environment of ['production', 'trial']) {
    const body = { key: 'erased', type: 'boolean', description: canary }
    const made = await call('POST', `/flags?environment=${environment}`, { key, body, as: 'createFlag' })
    expect(made.status).toBe(201)
  }
  const upload = await takeIn(key, {
    id: randomUUID(),
    title: canary,
    said: [`What of ${canary}?`, `Nothing of ${canary}.`],
  })
  const notebooks = notebooksOf(key, org)
  const notebook = await notebooks.create({ title: canary })
  expect(notebook.status).toBe(201)
  await notebooks.add(notebook.body.id, upload)
  expect((await notebooks.make(notebook.body.id, 'faq_glossary')).status).toBe(202)
  for (const email of [person.email, person.email.toUpperCase()]) {
    const body = { name: 'Ada', email, message: `Please read ${canary}` }
    expect((await call('POST', '/api/contact', { body, from: newAddress(), as: 'sendContact' })).status).toBe(201)
  }
  const tenant = await create(await sessionOf(user), { name: canary })
  await completed({ prompt: canary }, { key: tenant.body.api_key })
}

describe('an account that leaves', () => {
  test('leaves nothing behind in any service, 14 days after it was asked for', { timeout: 240_000 }, async () => {
    const ada = await owner()
    const texts: string[] = [ada.user, ada.org, ada.person.email, ada.person.name]
    for (const { paths = {}, texts: more } of await ownedThings()) {
      for (const make of Object.values(paths)) await make(ada)
      // Their texts may be those of another file's person, too: this person's rows are known by who they are.
      await more?.(ada)
    }
    const canary = `canary-${randomUUID()}`
    await makeElsewhere(ada, canary)
    texts.push(canary)
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
    expect(await queuesHolding('departures-of-')).toEqual([])
    // Who comes back begins anew.
    expect((await call('GET', '/api/account/me', { key: ada.key, as: 'getMe' })).status).toBe(401)
  })
})
