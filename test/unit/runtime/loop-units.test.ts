import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TickInput } from '@signet/readings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { advanceLoop } from '../../../lambdas/runtime/loops/advance-loop.ts'
import { ROOT } from '../../support/source-files.ts'
import { tableMeter } from '../../support/table-meter.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { beginLoop, ID, loopsIn } from './loops-world.ts'
import { NO_CRASH, objectMap } from './runtime-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const STEPS: readonly (readonly [string, TickInput])[] = [
  ['A tick of a stored interview', { answers: { public: true } }],
  ['The next tick', { answers: { peak: 100 } }],
  ['The last tick, which signs the reading', { tool: { name: 'finish' } }],
]

it('a tick uses the units in docs/runtime/costs.md', async () => {
  const meter = tableMeter(world.db)
  const deps = loopsIn(world.db, objectMap().bucketOf(NO_CRASH))
  const advance = advanceLoop(deps)
  const rows: string[] = []
  const measure = async (name: string, work: () => Promise<unknown>) => {
    meter.begin()
    await work()
    const { reads, writes, indexWrites } = meter.costs()
    rows.push(`| ${name} | ${reads} | ${writes} | ${indexWrites} |`)
  }
  // The first receipt of an organization starts its chain.
  await beginLoop(deps, 'units')
  for (const [name, input] of STEPS) {
    await measure(name, async () => {
      const loop = await deps.loops.find('units', ID)
      if (!loop) throw new Error('The interview does not exist')
      expect(await advance(loop, input)).toHaveProperty('loop')
    })
  }
  const page = readFileSync(join(ROOT, 'docs/runtime/costs.md'), 'utf8')
  const [, tableRows] = /<!-- ticks -->\n(?:\|[^\n]*\n){2}([\s\S]*?)\n<!-- end -->/.exec(page) ?? []
  expect(rows.join('\n')).toBe(tableRows)
})
