import { createHash } from 'node:crypto'
import { rowTable } from '@signet/kernel'
import { opens } from '@signet/receipts'
import { receiptIssuer } from '@signet/receipts/issuing'
import { openingRow } from '@signet/receipts/rows'
import { importRow, ingestRow } from '@signet/search/conversations/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileDigest, receiptImport } from '../../../lambdas/archive/receipt/receipt-import.ts'
import { originalKey } from '../../../lambdas/archive/storage/object-keys.ts'
import { exportFile } from '../../support/chat-exports.ts'
import { atEveryCall, type CrashPoint, crashPoint, interruption, withCrash } from '../../support/crash-point.ts'
import { deliverUntilProcessed } from '../../support/delivered.ts'
import { RECEIPT_UNITS } from '../../support/receipt-units.ts'
import { scaled } from '../../support/scale.ts'
import { tableMeter } from '../../support/table-meter.ts'
import { TABLE } from '../../support/table-world.ts'
import {
  expectWholeChain,
  issuerDeps,
  noCrash,
  predicateOf,
  receiptOf,
  signersUnder,
  under,
} from '../receipts/issuing/issuing-world.ts'
import { type ImportsWorld, memoryStorage, openImports } from './import-world.ts'

const EVENT_TYPE = 'org.signet.archive-import.completed.v1'
let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

type Archive = Awaited<ReturnType<ImportsWorld['fresh']>>

const FILE = exportFile({ seed: 7, conversations: 12, vendor: 'chatgpt', root: 'array', messageBytes: 30 })

const tableWith = (crash: CrashPoint) => ({ db: under(world.world, crash), table: TABLE, now: () => new Date() })

const worker = ({ deps }: Archive, crash: CrashPoint = noCrash()) => {
  const table = tableWith(crash)
  const issue = receiptIssuer(issuerDeps(table, { signers: signersUnder(crash) }))
  const rows = { imports: rowTable(ingestRow, table), importRows: rowTable(importRow, table) }
  return receiptImport({ ...rows, bucket: withCrash(deps.bucket, crash), issue, isEnabled: true })[EVENT_TYPE]
}

const event = (upload: string) => ({
  type: EVENT_TYPE,
  subject: upload,
  tenantid: 'w',
  data: { workspace_id: 'w', upload_id: upload },
})

const openingOf = async (hash: string) => rowTable(openingRow, tableWith(noCrash())).get({ hash })
const receiptOfUpload = (upload: string) => receiptOf(world.world, 'w', `archive.import:${upload}`)

describe('the receipt of an import', () => {
  it('has the hash of the uploaded file as subject, and private claims about the outcome of its items, without their text', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', FILE, 'my secrets.json')
    await archive.work('u1')
    await worker(archive)(event('u1'))
    const row = await archive.status('u1')
    const receipt = await receiptOfUpload('u1')
    expect(receipt).toMatchObject({ kind: 'archive.import', ref: 'u1', visibility: 'private' })
    expect(receipt?.subject).toBe(createHash('sha256').update(FILE).digest('hex'))
    const opening = await openingOf(String(row?.receipt))
    const claims = JSON.parse(String(opening?.claims)) as Record<string, unknown>
    const conversationsOfImport = (await archive.importedConversations()).toSorted((rowA, rowB) =>
      String(rowA.sk) < String(rowB.sk) ? -1 : 1,
    )
    const lines = conversationsOfImport.map(
      (row) => `${row.conversation} ${row.origin_key} ${row.content_hash} ${row.outcome}\n`,
    )
    expect(claims).toEqual({
      uploadId: 'u1',
      state: 'completed',
      fileBytes: FILE.length,
      ...row?.counts,
      items: 12,
      itemsSha256: createHash('sha256').update(lines.join('')).digest('hex'),
      queuedAt: row?.queued_at,
      endedAt: row?.ended_at,
    })
    expect(claims).toMatchObject({ seen: 12, ingested: 12 })
    expect(opens(predicateOf(String(receipt?.payload)).claims, { salt: String(opening?.salt), claims })).toBe(true)
    expect(String(opening?.claims)).not.toContain('secrets')
  })

  it('uses as many units as docs/archive/costs.md states, for an export of a dozen conversations', async () => {
    const archive = await world.fresh()
    for (const upload of ['u1', 'u2']) {
      await archive.upload(upload, FILE)
      await archive.work(upload)
    }
    await worker(archive)(event('u1'))
    const meter = tableMeter(world.world.db)
    meter.begin()
    await worker(archive)(event('u2'))
    expect(meter.costs()).toMatchObject(RECEIPT_UNITS['archive.import'])
  })

  it('exists once if a worker is killed at any call and the message is delivered again', async () => {
    const archive = await world.fresh()
    let imports = 0
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      const upload = `u${imports++}`
      await archive.upload(upload, FILE)
      await archive.work(upload)
      await deliverUntilProcessed(worker(archive, crash), event(upload))
      await deliverUntilProcessed(worker(archive), event(upload))
      expect((await archive.status(upload))?.receipt, name).toMatch(/^[0-9a-f]{64}$/)
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(6, 18))
    expect(await expectWholeChain(world.world, 'w')).toHaveLength(imports)
  })

  it('has no opening if the deletion of the import starts at any call', async () => {
    const archive = await world.fresh()
    let uploads = 0
    let current = ''
    const remove = async () => {
      await archive.remove(current)
      await archive.work(current)
    }
    const runs = await atEveryCall(
      (at, moment) => interruption(at, moment, remove),
      async (crash, name) => {
        current = `u${uploads++}`
        await archive.upload(current, FILE)
        await archive.work(current)
        await deliverUntilProcessed(worker(archive, crash), event(current))
        if (!crash.hasCrashed) return
        if (await archive.status(current)) await remove()
        expect(await archive.status(current), name).toBeUndefined()
        expect(await world.world.rows('RECEIPTOPENING#'), name).toEqual([])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(scaled(6, 18))
    await expectWholeChain(world.world, 'w')
  })

  it('does not exist for an unknown import', async () => {
    const archive = await world.fresh()
    await worker(archive)(event('none'))
    expect(await receiptOfUpload('none')).toBeUndefined()
  })
})

describe('the digest of a file', () => {
  it('equals the SHA-256 of its bytes; a deleted file has no digest', async () => {
    const { bucket } = memoryStorage()
    const bytes = Buffer.alloc(40 * 1024 * 1024, 'signet')
    const key = originalKey('w', 'large')
    await bucket.put(key, bytes)
    expect(await fileDigest(bucket, key)).toEqual({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
    })
    await bucket.put(key, Buffer.alloc(0))
    expect((await fileDigest(bucket, key))?.bytes).toBe(0)
    expect(await fileDigest(bucket, 'uploads/none')).toBeUndefined()
  })

  it('throws for a file that is replaced while it is read', async () => {
    const { bucket } = memoryStorage()
    await bucket.put('k', Buffer.alloc(40 * 1024 * 1024))
    const read: typeof bucket.read = async (key, options) => {
      const bytes = await bucket.read(key, options)
      await bucket.put('k', Buffer.from('another'))
      return bytes
    }
    await expect(fileDigest({ ...bucket, read }, 'k')).rejects.toThrow()
  })
})
