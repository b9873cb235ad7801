import { rowTable } from '@signet/kernel'
import type { Deck } from '@signet/readings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findingRow } from '../../../lambdas/runtime/contract/finding-rows.ts'
import { classifiedRow } from '../../../lambdas/runtime/contract/telemetry-rows.ts'
import { deckRegistry } from '../../../lambdas/runtime/decks/deck-registry-table.ts'
import { eraseRuntime } from '../../../lambdas/runtime/leave/erase-runtime.ts'
import { takeRuntime } from '../../../lambdas/runtime/leave/take-runtime.ts'
import { hourCounts } from '../../../lambdas/runtime/telemetry/hour-counts-table.ts'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { ticking, under } from '../receipts/issuing/issuing-world.ts'
import { consultationOf, consultationsIn } from './agents-world.ts'
import { beginLoop, loopsIn } from './loops-world.ts'
import { inscriberIn, objectMap, readingOf, UNCUT } from './runtime-world.ts'
import { codegenIn, scaffoldOf } from './scaffold-run-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const tables = () => ({ db: world.db, table: TABLE, now: ticking })

const DECK = { name: 'ours', version: '1.0.0', cards: [], asks: [], changes: [] } as unknown as Deck

const FINDING = {
  id: 'f',
  place: 'shared/q',
  title: 'No second factor',
  description: 'd',
  severity: 'high',
  status: 'open',
  history: [],
  version: 1,
  createdAt: 't',
}

/** An organisation with something of everything. */
const filled = async (org: string, objects: ReturnType<typeof objectMap>): Promise<void> => {
  await inscriberIn(world.db, objects.bucketOf(UNCUT))(readingOf(org))
  await codegenIn(world.db, objects, UNCUT)(scaffoldOf(org))
  await deckRegistry(tables()).register(org, DECK)
  await hourCounts(tables()).add(org, 'classify', { total: 1 })
  const row = { at: 't', pattern: 'p', confidence: 'low', method: 'vocab', vocab_score: 1, intention_sha256: 'h' }
  await rowTable(classifiedRow, tables()).putNew({ org, at: 't', id: 'i' }, row)
  await consultationsIn(world.db, objects.bucketOf(UNCUT))(consultationOf(org))
  await beginLoop(loopsIn(world.db, objects.bucketOf(UNCUT)), org)
  await rowTable(findingRow, tables()).putNew({ org, id: 'f' }, FINDING)
}

const OWN = [
  ...['READING', 'GRIMOIRE', 'INSCRIBED', 'QUERENT', 'DECK', 'RUNHOUR', 'SCAFFOLD'],
  ...['ROLEMEMORY', 'LOOP', 'LOOPEVENT', 'FINDING'],
]

const leftOf = async (org: string): Promise<string[]> =>
  (await Promise.all(OWN.map((word) => world.rows(`${word}#${org}`)))).flat().map(({ pk }) => String(pk))

const portOf = ({ objects }: ReturnType<typeof objectMap>) => ({
  list: async (prefix: string) => [...objects.keys()].filter((key) => key.startsWith(prefix)).slice(0, 1_000),
  remove: async (keys: readonly string[]) => {
    for (const key of keys) objects.delete(key)
  },
  read: async (key: string) => {
    const bytes = objects.get(key)
    return bytes && Buffer.from(bytes)
  },
})

const departureOf = (org: string) => ({ org_id: org }) as Parameters<ReturnType<typeof eraseRuntime>>[0]

it('an organisation that leaves takes readings, scaffolds, memory, decks, counts and objects along, whenever the work is killed', async () => {
  const kept = objectMap()
  await filled('stays', kept)
  const before = await leftOf('stays')
  expect(before.length).toBeGreaterThan(6)
  const crash = async (cut: CrashPoint, name: string) => {
    const org = `leaves-${name.replaceAll(' ', '-')}`
    const objects = objectMap()
    await filled(org, objects)
    const killed = eraseRuntime({ ...tables(), db: under(world, cut), objects: portOf(objects) })
    await killed(departureOf(org)).catch(() => undefined)
    expect(await eraseRuntime({ ...tables(), objects: portOf(objects) })(departureOf(org))).toBe('done')
    expect([name, await leftOf(org), objects.objects.size]).toEqual([name, [], 0])
  }
  // Two is no multiple of the number of moments, so each moment comes.
  await atEveryCall(crashPoint, crash, { step: scaled(2, 1) })
  expect(await leftOf('stays')).toEqual(before)
})

it('a copy holds readings and scaffolds with their inputs, what is remembered, and decks', async () => {
  const objects = objectMap()
  await filled('copied', objects)
  const files: Record<string, string> = {}
  const take = takeRuntime({ ...tables(), objects: portOf(objects) })
  for await (const { path, bytes } of take({ org_id: 'copied' } as Parameters<typeof take>[0]))
    files[path] = Buffer.from(bytes).toString()
  expect(Object.keys(files)).toEqual([
    ...['readings.jsonl', 'scaffold-runs.jsonl', 'scaffolds.jsonl', 'memory.jsonl'],
    ...['interviews.jsonl', 'findings.jsonl', 'decks.jsonl'],
  ])
  expect(files['readings.jsonl']).toContain('"intention":"A webhook"')
  expect(JSON.parse(files['scaffold-runs.jsonl'] ?? '')).toMatchObject({ run: 1, querent: 'q', outcomes: [] })
  expect(JSON.parse(files['scaffolds.jsonl'] ?? '')).toMatchObject({
    run: 1,
    input: { intention: 'Keep orders of a shop' },
  })
  const memories = (files['memory.jsonl'] ?? '').trim().split('\n')
  expect(memories.map((line) => JSON.parse(line) as object)).toMatchObject([
    { querent: 'q', tick: 1, given: { public: {} } },
    { querent: 'q', tick: 1, role: 'cto' },
  ])
  expect(JSON.parse(files['interviews.jsonl'] ?? '')).toMatchObject({ querent: 'q', state: { state: 'running' } })
  expect(JSON.parse(files['findings.jsonl'] ?? '')).toEqual(FINDING)
  expect(JSON.parse(files['decks.jsonl'] ?? '')).toEqual(DECK)
})
