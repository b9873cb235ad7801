import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveImportContract } from '../../../lambdas/archive/contract/import-events.ts'
import { exportFile } from '../../support/chat-exports.ts'
import { type ImportsWorld, openImports } from './import-world.ts'

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

const file = exportFile({ seed: 1, conversations: 4, vendor: 'chatgpt', root: 'array', messageBytes: 30 })
const ZERO_COUNTS = { ingested: 0, unchanged: 0, updated: 0, empty: 0, failed: 0, oversize: 0, unsupported: 0 }

describe('events of an import', () => {
  it('report its end and its deletion once each, with the outcome', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', file)
    await archive.work('u1', () => true)
    await archive.work('u1')
    await archive.remove('u1')
    await archive.work('u1', () => true)
    const commonData = { workspace_id: 'w', upload_id: 'u1', conversations: { ...ZERO_COUNTS, seen: 4, ingested: 4 } }
    const time = '2026-05-01T00:00:00.000Z'
    expect(
      archive.busEvents.map(({ id, type, subject, tenantid, data }) => ({ id, type, subject, tenantid, data })),
    ).toEqual([
      {
        id: 'u1:1:archive-import.completed',
        type: 'org.signet.archive-import.completed.v1',
        subject: 'u1',
        tenantid: 'w',
        data: { ...commonData, state: 'completed', ended_at: time },
      },
      {
        id: 'u1:2:archive-import.deleted',
        type: 'org.signet.archive-import.deleted.v1',
        subject: 'u1',
        tenantid: 'w',
        data: { ...commonData, deleted_at: time },
      },
    ])
    expect(await archive.pendingEvents()).toEqual([])
  })

  it('report items that could not be read', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', Buffer.from(`${file.toString().slice(0, -1)}, 7]`))
    await archive.work('u1')
    expect(archive.busEvents).toMatchObject([
      { data: { state: 'completed_with_errors', conversations: { unsupported: 1 } } },
    ])
  })

  it('report a file that cannot be read', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', Buffer.from('Dear archive'))
    await archive.work('u1')
    const data = { failure: 'unknown_format', conversations: { seen: 0 } }
    expect(archive.busEvents).toMatchObject([{ type: 'org.signet.archive-import.failed.v1', data }])
  })

  it('wait in the outbox while the bus is unavailable', async () => {
    const archive = await world.fresh()
    archive.bus.isUnavailable = true
    await archive.upload('u1', file)
    expect(await archive.work('u1')).toMatchObject({ state: 'completed', standing: 'ended' })
    const events = (await archive.pendingEvents()).map(({ event }) => JSON.parse(String(event)))
    expect(events).toMatchObject([{ id: 'u1:1:archive-import.completed', source: '/contracts/archive-import' }])
    const { 'archive-import.completed': schema } = archiveImportContract.events
    expect(schema.parse(events[0].data)).toEqual(events[0].data)
  })

  it('do not come from a worker whose lease has ended', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', file)
    const message = { workspace: 'w', upload: 'u1' }
    const lostClaim = await archive.deps.imports.claim(message, 'lost')
    world.clock.at += 61_000
    await archive.deps.imports.claim(message, 'other')
    expect(lostClaim && (await archive.deps.ends.end(lostClaim, { state: 'completed' }))).toBe(false)
    expect([archive.busEvents, await archive.pendingEvents()]).toEqual([[], []])
  })
})
