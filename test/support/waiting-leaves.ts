import { createHash } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Clock, rowTable } from '@signet/kernel'
import { leafRow, receiptRow } from '@signet/receipts/rows'
import { TABLE } from './table-world.ts'

const BATCH_SIZE = 50

/** Adds unsigned receipts that wait for the log of 2026, as many as may arrive in a minute. */
export const addWaitingLeaves = async (db: DynamoDBDocumentClient, now: Clock, count: number): Promise<void> => {
  const deps = { db, table: TABLE, now }
  const leaves = rowTable(leafRow, deps)
  const receipts = rowTable(receiptRow, deps)
  const addLeaf = async (index: number): Promise<void> => {
    const hash = createHash('sha256').update(`receipt ${index}`).digest('hex')
    const issued_at = now().toISOString()
    const fixedFields = { seq: index, kind: 'image', subject: hash, payload: '', kid: '', sig: '', org: 'crowd' }
    await receipts.putNew({ hash }, { ...fixedFields, issued_at, visibility: 'private', state: 'active' })
    await leaves.putNew({ year: '2026', at: issued_at, hash }, { hash })
  }
  for (let index = 0; index < count; index += BATCH_SIZE)
    await Promise.all(Array.from({ length: Math.min(BATCH_SIZE, count - index) }, (_, i) => addLeaf(index + i)))
}
