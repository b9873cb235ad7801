import { type PublicKeyRecord, readJwks, type VerifyReply } from '@signet/receipts'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { later } from '../../support/control.ts'
import { newTenant } from '../../support/keys.ts'
import { orderKeys, receiptOfMonth, takeIntoLog } from '../../support/receipts.ts'

const published = async (): Promise<readonly PublicKeyRecord[]> =>
  readJwks((await call('GET', '/.well-known/jwks.json', { as: 'readJwks' })).body).filter(
    ({ use }) => use === 'receipt',
  )
const verify = async (hash: string) =>
  (await call<VerifyReply>('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })).body

/** Orders of an operator change the one key set of the stack: their steps stand in one story. */
describe('the keys of receipts', () => {
  let first: string
  let before: string
  let org: string
  let key: string
  beforeAll(async () => {
    const tenant = await newTenant({ prefix: 'plat_', scopes: ['receipts:write'] })
    org = tenant.tenantId
    key = tenant.key
    before = (await receiptOfMonth(org, '2026-06')).hash
    await takeIntoLog(before)
    first = String((await verify(before)).key?.kid)
  })

  test('list: the key that signs, as it is published', async () => {
    const keys = await orderKeys({ action: 'list' })
    expect(keys).toEqual(await published())
    expect(keys.find(({ kid }) => kid === first)).toMatchObject({ status: 'active', valid_until: null })
  })

  test('rotate: the next key signs, the one before is good for a day more, and a receipt of it says so', async () => {
    const keys = await orderKeys({ action: 'rotate', from: first })
    expect(keys).toHaveLength(2)
    const next = keys.find(({ kid }) => kid !== first)
    expect(next).toMatchObject({ status: 'active', valid_until: null })
    const old = keys.find(({ kid }) => kid === first)
    expect(Date.parse(String(old?.valid_until)) - Date.parse(String(next?.valid_from))).toBeCloseTo(86_400_000, -4)
    // The same order again changes nothing.
    expect(await orderKeys({ action: 'rotate', from: first })).toEqual(keys)
    const after = await receiptOfMonth(org, '2026-07')
    expect((await verify(after.hash)).key?.kid).toBe(next?.kid)
    const path = `/api/receipts/${after.hash}/withdraw`
    const { body } = await call('POST', path, { key, body: { reason: 'For a test' }, as: 'withdrawReceipt' })
    expect((await verify(String(body.hash))).key?.kid).toBe(next?.kid)
    await later(25 * 3_600_000, async () => {
      expect((await published()).find(({ kid }) => kid === first)?.status).toBe('retired')
      expect(await verify(before)).toMatchObject({
        valid: true,
        key: { status: 'retired' },
        checks: { key: { status: 'pass' } },
      })
    })
  })

  test('rotate: where every key has signed, the operator is told what to do', async () => {
    const [current] = (await orderKeys({ action: 'list' })).filter(({ valid_until }) => valid_until === null)
    await expect(orderKeys({ action: 'rotate', from: String(current?.kid) })).rejects.toThrow(
      'add a name to RECEIPT_KEYS',
    )
  })

  test('revoke: what the key has signed counts where a witness saw it before, also once the log has grown', () =>
    later(60_000, async () => {
      const keys = await orderKeys({ action: 'revoke', kid: first, reason: 'A laptop was stolen' })
      expect(keys.find(({ kid }) => kid === first)).toMatchObject({ status: 'revoked' })
      expect(await orderKeys({ action: 'revoke', kid: first, reason: 'Once more' })).toEqual(keys)
      const valid = async () => {
        const { valid: isValid, key: by, checks } = await verify(before)
        expect([isValid, checks.key.status, by?.status]).toEqual([true, 'pass', 'revoked'])
        expect(checks.key.detail).toBe('The key is revoked, and a witness saw the receipt before that')
      }
      await valid()
      await later(60_000, async () => {
        await takeIntoLog((await receiptOfMonth(org, '2026-08')).hash)
        await valid()
      })
    }))

  test('revoke: a key that there is not', async () => {
    await expect(orderKeys({ action: 'revoke', kid: 'x'.repeat(43), reason: 'Why not' })).rejects.toThrow(
      'There is no key',
    )
  })
})
