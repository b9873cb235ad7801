import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportFile } from '../../support/chat-exports.ts'
import { type ImportsWorld, openImports } from './import-world.ts'

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

const exportOf = (conversations: number) =>
  exportFile({ seed: 7, conversations, vendor: 'chatgpt', root: 'array', messageBytes: 30 })

describe('the deletion of an import', () => {
  it('removes conversations from the index in batches of 25, because each request triggers a merge', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', exportOf(60))
    await archive.work('u1')
    await archive.remove('u1')
    await archive.work('u1')
    expect(archive.index.removals.map((ids) => ids.length)).toEqual([25, 25, 10])
    expect(await archive.conversations()).toEqual([])
  })

  it('restores index entries that another import has added in the meantime', async () => {
    const archive = await world.fresh()
    await archive.upload('u1', exportOf(2))
    await archive.work('u1')
    await archive.upload('u2', exportOf(2))
    const { index } = archive.deps
    const remove = async (workspace: string, ids: readonly string[]) => {
      await index.remove(workspace, ids)
      await archive.work('u2')
    }
    await archive.remove('u1')
    await archive.work('u1', () => false, { ...archive.deps, index: { ...index, remove } })
    const rows = await archive.conversations()
    expect(rows.map(({ uploads }) => uploads)).toEqual([['u2'], ['u2']])
    const addedBatches = [...archive.index.batches].filter(([id]) => id.endsWith('without-u1'))
    const versions = addedBatches.flatMap(([, { conversations }]) => conversations.map(({ version }) => version))
    expect(versions.sort()).toEqual(rows.map(({ content_hash }) => content_hash).sort())
  })
})
