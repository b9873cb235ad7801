import { createHash } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Clock, rowTable } from '@signet/kernel'
import { leafRow, receiptRow } from '@signet/receipts/rows'
import { TABLE } from './table-world.ts'

const AT_ONCE = 50

/** Adds unsigned receipts that wait for the log of 2026, as many as may arrive in a minute. */
export const waitingLeaves = async (db: DynamoDBDocumentClient, now: Clock, count: number): Promise<void> => {
  const deps = { db, table: TABLE, now }
  const leaves = rowTable(leafRow, deps)
  const receipts = rowTable(receiptRow, deps)
  const make = async (at: number): Promise<void> => {
    const hash = createHash('sha256').update(`receipt ${at}`).digest('hex')
    const issued_at = now().toISOString()
    const rest = { seq: at, kind: 'image', subject: hash, payload: '', kid: '', sig: '', org: 'crowd' }
    await receipts.putNew({ hash }, { ...rest, issued_at, visibility: 'private', state: 'active' })
    await leaves.putNew({ year: '2026', at: issued_at, hash }, { hash })
  }
  for (let at = 0; at < count; at += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, i) => make(at + i)))
}
