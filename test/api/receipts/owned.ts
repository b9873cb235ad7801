import { call } from '../../support/api.ts'
import type { OwnedThings } from '../../support/owned.ts'
import { receiptOfImage } from '../../support/receipts.ts'

export const owned: OwnedThings = {
  paths: {
    '/api/receipts/{hash}': async ({ org }) => ({ hash: (await receiptOfImage(org)).hash }),
  },
  absent: { '/api/receipts/{hash}': { hash: 'f'.repeat(64) } },
  choices: { form: 'zip' },
  publicOperations: {
    verifyReceiptPage:
      'anyone who has the hash can verify the receipt; the response for a private receipt reveals no content',
    readCheckpoint: 'the log is public, and its entries are blinded hashes',
    readTile: 'the log is public, and its entries are blinded hashes',
    readTileOfTwoParts: 'the log is public, and its entries are blinded hashes',
    readTileOfThreeParts: 'the log is public, and its entries are blinded hashes',
    readTileOfFourParts: 'the log is public, and its entries are blinded hashes',
  },
  texts: async ({ org, key }) => {
    const { hash } = await receiptOfImage(org, `a hive of ${org}`)
    const { body } = await call<{ ref: string; subject: string }>('GET', `/api/receipts/${hash}`, {
      key,
      as: 'getReceipt',
    })
    return { 'private receipt': hash, job: body.ref, subject: body.subject }
  },
  byValue: {
    'listReceipts cursor': 'the cursor is a position in a list of the caller and does not name a partition',
  },
}
