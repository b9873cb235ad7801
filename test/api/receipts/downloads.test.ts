import { readReceiptFile, verifyFile } from '@signet/receipts'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime, stackNow } from '../../support/control.ts'
import { newTenant } from '../../support/keys.ts'
import { receiptOfImage, waitUntilLogged } from '../../support/receipts.ts'

const newOrg = () => newTenant({ scopes: ['receipts:read'], prefix: 'plat_' })

describe('GET /api/receipts/:hash/files/:form', () => {
  const download = (key: string, hash: string, form: string, query = '') =>
    call('GET', `/api/receipts/${hash}/files/${form}${query}`, { key, as: 'downloadReceipt' })
  const checksOf = async (bytes: Uint8Array) => {
    const file = readReceiptFile(new Uint8Array(bytes))
    return (await verifyFile(file, {})).checks
  }

  test('downloadReceipt returns 200 with a private receipt in each format, with or without its opening', async () => {
    const { tenantId, key } = await newOrg()
    const { hash } = await receiptOfImage(tenantId, 'a hive of bees')
    expect((await download(key, hash, 'tlog-proof')).status).toBe(404)
    await waitUntilLogged(hash)
    for (const [form, type] of [
      ['dsse.json', 'application/json'],
      ['sigstore.json', 'application/vnd.dev.sigstore.bundle.v0.3+json'],
      ['zip', 'application/zip'],
      ['tlog-proof', 'text/plain; charset=utf-8'],
    ] as const) {
      const { status, headers, bytes } = await download(key, hash, form)
      expect([form, status, headers.get('content-type')]).toEqual([form, 200, type])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-disposition')).toBe(`attachment; filename="receipt-${hash.slice(0, 12)}.${form}"`)
      expect(Buffer.from(bytes).toString('latin1')).not.toContain('bees')
    }
    const withoutOpening = await checksOf((await download(key, hash, 'zip')).bytes)
    expect([withoutOpening.signature.status, withoutOpening.log.status, withoutOpening.claims.status]).toEqual([
      'pass',
      'pass',
      'skipped',
    ])
    const withOpening = await checksOf((await download(key, hash, 'zip', '?opening=true')).bytes)
    expect([withOpening.signature.status, withOpening.log.status, withOpening.claims.status]).toEqual([
      'pass',
      'pass',
      'pass',
    ])
  })

  test('downloadReceipt returns 404 for another organization, an unknown receipt and an erased opening', async () => {
    const owner = await newOrg()
    const otherOwner = await newOrg()
    const expiresAt = new Date((await stackNow()) + 60_000)
    const { hash } = await receiptOfImage(owner.tenantId, 'a hive of bees', expiresAt)
    expect((await download(otherOwner.key, hash, 'zip')).status).toBe(404)
    expect((await download(owner.key, '0'.repeat(64), 'zip')).status).toBe(404)
    await atLaterTime(120_000, async () => {
      expect((await download(owner.key, hash, 'zip', '?opening=true')).status).toBe(404)
      expect((await download(owner.key, hash, 'zip')).status).toBe(200)
    })
  })

  test('downloadReceipt returns 400 for an unknown format', async () => {
    const { key } = await newOrg()
    expect((await download(key, '0'.repeat(64), 'pdf')).status).toBe(400)
  })
})
