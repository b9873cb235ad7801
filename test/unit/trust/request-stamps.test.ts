import { Readable } from 'node:stream'
import { rowTable } from '@signet/kernel'
import { stampRow } from '@signet/notifications/trust-requests/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GrantTarget } from '../../../lambdas/trust/visitors/granted-artifact.ts'
import { copyMaker } from '../../../lambdas/trust/visitors/make-copy.ts'
import { stampAttempts } from '../../../lambdas/trust/visitors/stamp-attempts.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { CATALOG, PAGE, plainPdf } from '../pdf-stamp/pdf-fixtures.ts'
import { tablesOf } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => new Date(time)
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const MINUTE_MS = 60_000
let objectCount = 0

/** Returns copies of an artifact on request with these bytes; without bytes, reading it fails. */
const stampWorld = (bytes?: Buffer) => {
  objectCount += 1
  const object = `object-${objectCount}`
  const key = { org: 'stamp-org', object }
  const artifact = {
    object,
    mime_type: 'application/pdf',
    signed: 0,
    byte_size: 9,
    content_hash: 'a',
    receipt_hash: 'b',
  }
  const row = { name: 'Ada', company: 'Acme', mail: 'ada@acme.example', id: '0199' }
  const granted = { org: key.org, artifact, row } as unknown as GrantTarget
  const reads = { count: 0, bytes }
  const objects = {
    read: async () => {
      reads.count += 1
      if (!reads.bytes) throw new Error('The bucket is down')
      return reads.bytes
    },
    open: async () => ({ isOutOfRange: false, body: Readable.from([reads.bytes]) }),
  }
  const stamps = rowTable(stampRow, tablesOf({ db: world.db, now }))
  const stampedCopies = copyMaker({ objects: objects as never, stamps, now })
  return { key, granted, reads, stampedCopies, stamps, attempts: stampAttempts({ stamps, now }) }
}

describe('stamp result of a PDF', () => {
  it('a thread determines the result once, and a row stores it', async () => {
    const { key, granted, reads, stampedCopies, stamps } = stampWorld(plainPdf([...CATALOG, PAGE]))
    expect(await stampedCopies.stampOf(granted)).toBe('stamped')
    expect(await stamps.get(key)).toEqual({ stamp: 'stamped' })
    expect(await stampedCopies.stampOf(granted)).toBe('stamped')
    expect(reads.count).toBe(1)
    const copy = await stampedCopies.copyOf(granted)
    expect([copy?.stamp, (copy?.byteSize ?? 0) > 500]).toEqual(['stamped', true])
  })

  it('unreadable is stored, and the file is then served unchanged without another attempt', async () => {
    const { key, granted, reads, stampedCopies, stamps } = stampWorld(Buffer.from('%PDF-1.7\n%%EOF'))
    const copy = await stampedCopies.copyOf(granted)
    expect([copy?.stamp, copy?.hash]).toEqual(['unreadable', 'a'])
    expect((await stampedCopies.copyOf(granted))?.stamp).toBe('unreadable')
    expect([reads.count, await stamps.get(key)]).toEqual([1, { stamp: 'unreadable' }])
  })

  it('each attempt is recorded before it starts, so that a PDF that crashes the function gets two attempts', async () => {
    const { key, granted, reads, stampedCopies, stamps, attempts } = stampWorld(plainPdf([...CATALOG, PAGE]))
    expect(await attempts.begin(key)).toMatchObject({ count: 1 })
    time += MINUTE_MS
    expect(await attempts.begin(key)).toMatchObject({ count: 2 })
    expect(await stamps.get(key)).toEqual({ tries: 2, tried_at: now().toISOString() })
    await expect(stampedCopies.stampOf(granted)).rejects.toMatchObject({ code: 'unavailable' })
    time += MINUTE_MS
    expect(await stampedCopies.stampOf(granted)).toBe('unreadable')
    expect([reads.count, await stamps.get(key)]).toEqual([0, { stamp: 'unreadable' }])
  })

  it('never falls back to an unstamped copy: a failed attempt is retried', async () => {
    const { key, granted, reads, stampedCopies, stamps } = stampWorld(Buffer.from('%PDF-1.7\n%%EOF'))
    await stamps.putNew(key, { stamp: 'stamped' })
    await expect(stampedCopies.copyOf(granted)).rejects.toMatchObject({ code: 'unavailable' })
    reads.bytes = plainPdf([...CATALOG, PAGE])
    expect((await stampedCopies.copyOf(granted))?.stamp).toBe('stamped')
  })

  it('two concurrent attempts share one result', async () => {
    const { key, stampedCopies, granted, stamps, attempts } = stampWorld(plainPdf([...CATALOG, PAGE]))
    const attemptPair = await Promise.all([attempts.begin(key), attempts.begin(key)])
    expect(attemptPair.map((each) => (typeof each === 'string' ? each : each.count)).sort()).toEqual([1, 2])
    await attempts.end(key, 'stamped')
    await attempts.end(key, 'unreadable')
    expect(await stamps.get(key)).toEqual({ stamp: 'stamped' })
    expect(await stampedCopies.stampOf(granted)).toBe('stamped')
  })

  it('an infrastructure error cancels the attempt', async () => {
    const { granted, reads, stampedCopies } = stampWorld()
    for (let nth = 0; nth < 3; nth++) await expect(stampedCopies.stampOf(granted)).rejects.toThrow('The bucket is down')
    reads.bytes = plainPdf([...CATALOG, PAGE])
    expect(await stampedCopies.stampOf(granted)).toBe('stamped')
  })
})
