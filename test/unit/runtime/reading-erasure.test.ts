import { eraseAccount } from '@signet/erasure'
import { rowTable } from '@signet/kernel'
import type { Deck } from '@signet/readings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findingRow } from '../../../lambdas/runtime/contract/finding-rows.ts'
import { rows } from '../../../lambdas/runtime/contract/rows.ts'
import { classifiedRow } from '../../../lambdas/runtime/contract/telemetry-rows.ts'
import { deckRegistry } from '../../../lambdas/runtime/decks/deck-registry-table.ts'
import { type ErasureDeps, readingErasure } from '../../../lambdas/runtime/erasure/reading-erasure.ts'
import { hourCounts } from '../../../lambdas/runtime/telemetry/hour-counts-table.ts'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { filesOf, recordsIn } from '../erasure/account-rows.ts'
import { ticking, under } from '../receipts/issuing/issuing-world.ts'
import { consultationOf, consultationsIn } from './agents-world.ts'
import { beginLoop, loopsIn } from './loops-world.ts'
import { inscriberIn, NO_CRASH, objectMap, readingOf } from './runtime-world.ts'
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
  namespaceId: 'shared/q',
  title: 'No second factor',
  description: 'd',
  severity: 'high',
  status: 'open',
  history: [],
  version: 1,
  createdAt: 't',
}

/** Creates rows and objects of every kind for an organization. */
const fillAccount = async (org: string, objects: ReturnType<typeof objectMap>): Promise<void> => {
  await inscriberIn(world.db, objects.bucketOf(NO_CRASH))(readingOf(org))
  await codegenIn(world.db, objects, NO_CRASH)(scaffoldOf(org))
  await deckRegistry(tables()).register(org, DECK)
  await hourCounts(tables()).add(org, 'classify', { total: 1 })
  const row = { at: 't', pattern: 'p', confidence: 'low', method: 'vocab', vocab_score: 1, intention_sha256: 'h' }
  await rowTable(classifiedRow, tables()).putNew({ org, at: 't', id: 'i' }, row)
  await consultationsIn(world.db, objects.bucketOf(NO_CRASH))(consultationOf(org))
  await beginLoop(loopsIn(world.db, objects.bucketOf(NO_CRASH)), org)
  await rowTable(findingRow, tables()).putNew({ org, id: 'f' }, FINDING)
}

const PREFIXES = [
  'READING',
  'GRIMOIRE',
  'INSCRIBED',
  'QUERENT',
  'DECK',
  'RUNHOUR',
  'SCAFFOLD',
  'ROLEMEMORY',
  'LOOP',
  'LOOPEVENT',
  'FINDING',
]

const partitionsOf = async (org: string): Promise<string[]> =>
  (await Promise.all(PREFIXES.map((prefix) => world.rows(`${prefix}#${org}`)))).flat().map(({ pk }) => String(pk))

const bucketOf = ({ objects }: ReturnType<typeof objectMap>) => ({
  list: async (prefix: string) => [...objects.keys()].filter((key) => key.startsWith(prefix)).slice(0, 1_000),
  remove: async (keys: readonly string[]) => {
    for (const key of keys) objects.delete(key)
  },
  read: async (key: string) => {
    const bytes = objects.get(key)
    return bytes && Buffer.from(bytes)
  },
})

const accountOf = (org_id: string) => ({ org_id, user_id: null, email: null })

const erase = (deps: ErasureDeps, org: string) => eraseAccount(deps, rows, accountOf(org), readingErasure(deps))

it('erasure deletes all rows and objects of an organization, also after a crash at any call', async () => {
  const remainingObjects = objectMap()
  await fillAccount('stays', remainingObjects)
  const before = await partitionsOf('stays')
  expect(before.length).toBeGreaterThan(6)
  const eraseWithCrash = async (crash: CrashPoint, name: string) => {
    const org = `deleted-${name.replaceAll(' ', '-')}`
    const objects = objectMap()
    await fillAccount(org, objects)
    await erase({ ...tables(), db: under(world, crash), objects: bucketOf(objects) }, org).catch(() => undefined)
    expect(await erase({ ...tables(), objects: bucketOf(objects) }, org)).toBe('done')
    expect([name, await partitionsOf(org), objects.objects.size]).toEqual([name, [], 0])
  }
  // The step and the number of moments have no common factor, so every moment occurs.
  await atEveryCall(crashPoint, eraseWithCrash, { step: scaled(2, 1) })
  expect(await partitionsOf('stays')).toEqual(before)
})

it('exports readings and scaffolds with their inputs, memory and decks', async () => {
  const objects = objectMap()
  await fillAccount('copied', objects)
  const deps = { ...tables(), objects: bucketOf(objects) }
  const files = await filesOf(deps, rows, accountOf('copied'), readingErasure(deps))
  expect([...files.keys()].toSorted()).toEqual(
    ['decks', 'findings', 'interviews', 'memory', 'readings', 'scaffold-runs', 'scaffolds'].map(
      (name) => `${name}.jsonl`,
    ),
  )
  expect(files.get('readings.jsonl')).toContain('"intention":"A webhook"')
  expect(recordsIn(files, 'scaffold-runs')).toMatchObject([{ run: 1, querent: 'q', outcomes: [] }])
  expect(recordsIn(files, 'scaffolds')).toMatchObject([{ run: 1, input: { intention: 'Keep orders of a shop' } }])
  expect(recordsIn(files, 'memory')).toMatchObject([
    { querent: 'q', tick: 1, given: { public: {} } },
    { querent: 'q', tick: 1, role: 'cto' },
  ])
  expect(recordsIn(files, 'interviews')).toMatchObject([{ querent: 'q', state: { state: 'running' } }])
  expect(recordsIn(files, 'findings')).toEqual([FINDING])
  expect(recordsIn(files, 'decks')).toEqual([DECK])
})
