import { rowTable } from '@signet/kernel'
import { archiveAllowance } from '@signet/search/conversations'
import { uploadRow } from '@signet/search/conversations/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginUpload, uploadRefusal, usedBytes } from '../../../lambdas/archive/uploads/upload-quota.ts'
import type { UploadRow } from '../../../lambdas/archive/uploads/upload-view.ts'
import { ARCHIVE_QUOTAS } from '../../../layers/search/src/conversations/contract/archive-quotas.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
const NOW = new Date('2026-11-25T12:00:00Z')
const LIMIT = ARCHIVE_QUOTAS.free.bytes
const deps = () => {
  const table = { db: world.db, table: TABLE, now: () => NOW }
  const allowance = archiveAllowance({ ...table, tierStatusOf: async () => ({ tier: 'free' }), upgrade: '/pricing' })
  return { ...table, allowance, uploads: rowTable(uploadRow, table) }
}
const rowOf = (workspace: string, upload: string, bytes: number, overrides: Partial<UploadRow> = {}): UploadRow => ({
  workspace,
  upload,
  name: 'export.zip',
  bytes,
  state: 'uploading',
  created_at: NOW.toISOString(),
  expires_at: '2026-11-26T12:00:00.000Z',
  ...overrides,
})
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

describe('the quota of uploads', () => {
  it('permits exactly its bytes under concurrent requests', async () => {
    const tenth = LIMIT / 10
    const refusals = await Promise.all(
      Array.from({ length: 30 }, (_, i) => beginUpload(deps(), rowOf('crowd', `u-${i}`, tenth))),
    )
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(10)
    expect(await usedBytes(deps().uploads, 'crowd', () => NOW)).toBe(LIMIT)
  })

  it('counts stored and started uploads, but not aborted or expired uploads', async () => {
    const { uploads } = deps()
    for (const row of [
      rowOf('w', 'stored', 1, { state: 'uploaded', expires_at: '2026-01-01T00:00:00.000Z' }),
      rowOf('w', 'started', 20),
      rowOf('w', 'aborted', 300, { state: 'aborted' }),
      rowOf('w', 'expired', 4_000, { expires_at: '2026-11-25T11:00:00.000Z' }),
    ])
      await uploads.putNew(row, row)
    expect(await usedBytes(uploads, 'w', () => NOW)).toBe(21)
    expect(await uploadRefusal(deps(), 'w', LIMIT - 21)).toBeUndefined()
    expect(await uploadRefusal(deps(), 'w', LIMIT - 20)).toMatchObject({
      code: 'quota_exceeded',
      extras: { quota: 'bytes', used: 21, limit: LIMIT, plan: 'free', upgrade_plan: 'pro' },
    })
  })
})
