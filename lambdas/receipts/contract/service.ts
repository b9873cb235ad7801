import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { RECEIPT_ROWS } from '@signet/receipts/rows'
import { downloadReceipt } from './files.ts'
import { readCheckpoint, readTile, readTileOfFourParts, readTileOfThreeParts, readTileOfTwoParts } from './log.ts'
import { getReceipt, listReceipts, withdrawReceipt } from './receipts.ts'
import { readJwks, readLogKeys, verifyReceiptPage } from './verification.ts'

export const receiptService = defineService({
  name: 'receipts',
  api: 'platform',
  title: 'Signet receipts',
  description: 'Receipts that anyone can verify, and their transparency log.',
  tags: {
    receipts: 'Receipts of the organization',
    verification: 'Public receipts and signing keys',
    log: 'The transparency log of receipts',
  },
  scopes: {
    'receipts:read': { holder: 'organization', description: 'Read receipts and the openings of their private claims' },
    'receipts:write': { holder: 'organization', description: 'Withdraw receipts' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'receipts',
      version: '1.0.0',
      description: 'Receipts of an organization.',
      endpoints: [listReceipts, getReceipt, withdrawReceipt],
    },
    {
      name: 'receipt-files',
      version: '1.0.0',
      description: 'Receipt files for sharing.',
      endpoints: [downloadReceipt],
    },
    {
      name: 'receipt-verification',
      version: '1.0.0',
      description: 'Public receipts and their verification.',
      endpoints: [verifyReceiptPage, readJwks, readLogKeys],
    },
    {
      name: 'receipt-log',
      version: '1.0.0',
      description: 'The transparency log of receipts.',
      endpoints: [readCheckpoint, readTile, readTileOfTwoParts, readTileOfThreeParts, readTileOfFourParts],
    },
  ],
  rows: [...RECEIPT_ROWS],
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly receipts: typeof receiptService
  }
}
