import { defineAccess, rowsOf, variablesOf } from '@signet/kernel/access'
import { issuing, RECEIPT_KEYS } from '@signet/receipts/access'
import { kmsSigners } from '@signet/receipts/issuing'
import { expect, it } from 'vitest'

const access = defineAccess({
  make: issuing({
    description: 'Issues receipts in a test',
    memoryMb: 256,
    timeoutSeconds: 30,
    settings: ['STAGE'],
    rows: { THING: ['get', 'put'], RECEIPT: ['get'] },
    secrets: { read: ['stripe'] },
  }),
})

it('issuing adds its permissions to those of the access', () => {
  const rows = rowsOf(access.make)
  expect(rows.THING).toEqual(['get', 'put'])
  expect(rows.RECEIPT).toEqual(expect.arrayContaining(['get', 'put']))
  expect(Object.keys(rows)).toEqual(expect.arrayContaining(['RECEIPTCHAIN', 'RECEIPTKEY', 'RECEIPTLEAF', 'SIGNINGKEY']))
  expect(access.make.settings).toEqual(['ISSUER_URL', 'STAGE'])
  expect(access.make.secrets.read).toEqual(['pepper', 'stripe'])
  expect(access.make.kms.sign).toEqual([...RECEIPT_KEYS])
  const names = variablesOf(access.make)
  expect(names).toEqual(expect.arrayContaining(['RECEIPTS_1_KEY_ID', 'RECEIPTS_2_KEY_ID', 'PEPPER_SECRET']))
})

it('a key that the access does not name cannot sign', async () => {
  const signers = kmsSigners({ send: async () => ({}) } as never, { RECEIPTS_1_KEY_ID: 'k' })
  await expect(signers('receipts-9')).rejects.toThrow('"receipts-9"')
})
