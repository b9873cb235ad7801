import { createFlags } from '@signet/flags'
import { httpFlagSource } from '@signet/flags/propagation'
import { expect, test } from 'vitest'
import { call } from '../support/api.ts'
import { newFlag, patchFlag } from '../support/flags.ts'
import { asPerson, newPerson } from '../support/people.ts'
import { testStack } from '../support/test-stack.ts'

interface Receipt {
  readonly hash: string
  readonly ref: string
}

const SCOPES = ['flags:read', 'flags:write', 'receipts:read']

test('a flag is created and enabled, applications receive the change, and each version has a receipt', async () => {
  const { body: createdKey } = await asPerson<{ key: string }>(await newPerson(), 'POST', '/api/keys', {
    body: { name: 'shop', scopes: SCOPES },
    as: 'createApiKey',
  })
  const { key } = createdKey
  await newFlag(key, { key: 'new-checkout', type: 'boolean' })

  let time = 0
  const source = httpFlagSource({ url: String(testStack().urls.flags), key })
  const flags = createFlags({ source, now: () => time, refreshing: { maxStaleMs: 10_000, budgetMs: 5_000 } })
  const isEnabled = async () => {
    time += 10_000
    await flags.refresh()
    return flags.isEnabled('new-checkout')
  }
  expect(await isEnabled()).toBe(false)
  expect((await patchFlag(key, 'new-checkout', { version: 1, enabled: true, reason: 'launch' })).status).toBe(200)
  expect(await isEnabled()).toBe(true)

  const evaluated = await call('POST', '/ofrep/v1/evaluate/flags/new-checkout', {
    key,
    body: { context: { targetingKey: 'u1' } },
    as: 'ofrepEvaluate',
  })
  expect([evaluated.status, evaluated.body]).toMatchObject([200, { value: true, metadata: { version: 2 } }])

  const receipts = async () => {
    const path = '/api/receipts?kind=flags.audit'
    return (await call<{ receipts: readonly Receipt[] }>('GET', path, { key, as: 'listReceipts' })).body.receipts
  }
  const refs = async () => (await receipts()).map(({ ref }) => ref).toSorted()
  await expect.poll(refs, { timeout: 20_000 }).toEqual(['production/1', 'production/2'])
  for (const { hash } of await receipts()) {
    const { body } = await call('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })
    expect(body).toMatchObject({ valid: true, kind: 'flags.audit' })
  }
})
