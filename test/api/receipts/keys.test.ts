import { type PublicKeyRecord, readJwks, type VerifyReply } from '@signet/receipts'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'
import { newTenant } from '../../support/keys.ts'
import { orderKeys, receiptOfMonth, waitUntilLogged } from '../../support/receipts.ts'

const publishedKeys = async (): Promise<readonly PublicKeyRecord[]> =>
  readJwks((await call('GET', '/.well-known/jwks.json', { as: 'readJwks' })).body).filter(
    ({ use }) => use === 'receipt',
  )
const verify = async (hash: string) =>
  (await call<VerifyReply>('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })).body

/** Key orders change the single key set of the stack, so the tests run in one file, in order. */
describe('receipt keys', () => {
  let firstKid: string
  let receiptBefore: string
  let org: string
  let key: string
  beforeAll(async () => {
    const tenant = await newTenant({ prefix: 'plat_', scopes: ['receipts:write'] })
    org = tenant.tenantId
    key = tenant.key
    receiptBefore = (await receiptOfMonth(org, '2026-06')).hash
    await waitUntilLogged(receiptBefore)
    firstKid = String((await verify(receiptBefore)).key?.kid)
  })

  test('list returns the signing key as published', async () => {
    const keys = await orderKeys({ action: 'list' })
    expect(keys).toEqual(await publishedKeys())
    expect(keys.find(({ kid }) => kid === firstKid)).toMatchObject({ status: 'active', valid_until: null })
  })

  test('rotate activates the next key, keeps the previous one valid for a day, and issues a receipt about it', async () => {
    const keys = await orderKeys({ action: 'rotate', from: firstKid })
    expect(keys).toHaveLength(2)
    const next = keys.find(({ kid }) => kid !== firstKid)
    expect(next).toMatchObject({ status: 'active', valid_until: null })
    const previousKey = keys.find(({ kid }) => kid === firstKid)
    expect(Date.parse(String(previousKey?.valid_until)) - Date.parse(String(next?.valid_from))).toBeCloseTo(
      86_400_000,
      -4,
    )
    // Repeating the order changes nothing.
    expect(await orderKeys({ action: 'rotate', from: firstKid })).toEqual(keys)
    const receiptAfter = await receiptOfMonth(org, '2026-07')
    expect((await verify(receiptAfter.hash)).key?.kid).toBe(next?.kid)
    const path = `/api/receipts/${receiptAfter.hash}/withdraw`
    const { body } = await call('POST', path, { key, body: { reason: 'For a test' }, as: 'withdrawReceipt' })
    expect((await verify(String(body.hash))).key?.kid).toBe(next?.kid)
    await atLaterTime(25 * 3_600_000, async () => {
      expect((await publishedKeys()).find(({ kid }) => kid === firstKid)?.status).toBe('retired')
      expect(await verify(receiptBefore)).toMatchObject({
        valid: true,
        key: { status: 'retired' },
        checks: { key: { status: 'pass' } },
      })
    })
  })

  test('rotate fails with instructions for the operator after every key has signed', async () => {
    const [current] = (await orderKeys({ action: 'list' })).filter(({ valid_until }) => valid_until === null)
    await expect(orderKeys({ action: 'rotate', from: String(current?.kid) })).rejects.toThrow(
      'add a name to RECEIPT_KEYS',
    )
  })

  test('revoke does not invalidate receipts that a witness confirmed before, even after the log has grown', () =>
    atLaterTime(60_000, async () => {
      const keys = await orderKeys({ action: 'revoke', kid: firstKid, reason: 'A laptop was stolen' })
      expect(keys.find(({ kid }) => kid === firstKid)).toMatchObject({ status: 'revoked' })
      expect(await orderKeys({ action: 'revoke', kid: firstKid, reason: 'Another reason' })).toEqual(keys)
      const expectStillValid = async () => {
        const { valid: isValid, key: signingKey, checks } = await verify(receiptBefore)
        expect([isValid, checks.key.status, signingKey?.status]).toEqual([true, 'pass', 'revoked'])
        expect(checks.key.detail).toBe(
          'The key is revoked, but a witness confirmed the receipt before the revocation, so the receipt still counts',
        )
      }
      await expectStillValid()
      await atLaterTime(60_000, async () => {
        await waitUntilLogged((await receiptOfMonth(org, '2026-08')).hash)
        await expectStillValid()
      })
    }))

  test('revoke rejects an unknown key', async () => {
    await expect(orderKeys({ action: 'revoke', kid: 'x'.repeat(43), reason: 'Why not' })).rejects.toThrow(
      'does not exist',
    )
  })
})
