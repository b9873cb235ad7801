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
    verifyReceiptPage: 'whoever has the hash may verify it, and of a private receipt it says nothing',
    readCheckpoint: 'the log is public, and its entries are blinded',
    readTile: 'the log is public, and its entries are blinded',
    readTileOfTwoParts: 'the log is public, and its entries are blinded',
    readTileOfThreeParts: 'the log is public, and its entries are blinded',
    readTileOfFourParts: 'the log is public, and its entries are blinded',
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
    'listReceipts cursor': 'a place in the list of the caller, whose partition it does not name',
  },
}
