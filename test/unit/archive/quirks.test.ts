import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportsWorld, openImports } from './import-world.ts'

const folder = join(import.meta.dirname, '../../fixtures/chat-exports')
const expectedCounts: Readonly<Record<string, object>> = JSON.parse(readFileSync(join(folder, 'ledgers.json'), 'utf8'))

let world: ImportsWorld
beforeAll(async () => {
  world = await openImports()
})
afterAll(() => world.close())

describe('the import of a file with unusual content', () => {
  it.each(Object.entries(expectedCounts))('has the expected counts: %s', async (name, expected) => {
    const archive = await world.fresh()
    await archive.upload('u1', readFileSync(join(folder, name)), name)
    const row = await archive.work('u1')
    const ZERO_COUNTS = {
      seen: 0,
      ingested: 0,
      unchanged: 0,
      updated: 0,
      empty: 0,
      failed: 0,
      oversize: 0,
      unsupported: 0,
    }
    expect(row?.counts).toEqual({ ...ZERO_COUNTS, ...expected })
    const { seen, ...outcomes } = row?.counts ?? ZERO_COUNTS
    expect(Object.values(outcomes).reduce((sum, count) => sum + count)).toBe(seen)
    await archive.upload('u2', readFileSync(join(folder, name)), name)
    const { ingested, unchanged } = (await archive.work('u2'))?.counts ?? ZERO_COUNTS
    expect([ingested, unchanged]).toEqual([0, row?.counts.ingested])
  })
})
