import { rowTable } from '@signet/kernel'
import { type ReadingFile, replayReading, type TickInput } from '@signet/readings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRow } from '../../../lambdas/runtime/contract/memory-row.ts'
import { inscribedRow } from '../../../lambdas/runtime/contract/reading-rows.ts'
import { advanceLoop } from '../../../lambdas/runtime/loops/advance-loop.ts'
import { expireIfDue } from '../../../lambdas/runtime/loops/expire-loop.ts'
import type { StoredLoop } from '../../../lambdas/runtime/loops/loop-table.ts'
import { atEveryCall, crashPoint, withCrash } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { expectWholeChain, ticking, under } from '../receipts/issuing/issuing-world.ts'
import { beginLoop, eventsOf, ID, loopsIn, messageList, workerIn } from './loops-world.ts'
import { NO_CRASH, objectMap } from './runtime-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now: ticking })
const storedRowsOf = (org: string) => rowTable(inscribedRow, deps()).all({ org })
const memoryOf = (org: string) => rowTable(memoryRow, deps()).get({ org, namespaceId: 'shared/q' })

/** Expects consecutive numbers from 1: no event is lost or duplicated. */
const expectGapless = async (org: string, loop: StoredLoop | undefined, name: string) => {
  const events = await eventsOf(world.db, org)
  expect([name, events.map(({ seq }) => seq)]).toEqual([name, events.map((_, at) => at + 1)])
  expect([name, events.length]).toEqual([name, loop?.state.seq])
  return events
}

/** Repeats an answer unless it was accepted, as a client without a response does. */
const repeatAnswer = async (
  advance: ReturnType<typeof advanceLoop>,
  find: () => Promise<StoredLoop | undefined>,
  tick: number,
  input: TickInput,
): Promise<void> => {
  const loop = await find()
  if (loop?.state.tick === tick) await advance(loop, { expected_tick: tick, ...input })
}

const STEPS: readonly TickInput[] = [
  { answers: { public: true } },
  { answers: { peak: 100, owner: 'unknown' } },
  { tool: { name: 'finish' } },
]

describe('interview', () => {
  it('a crash at any call of any step leaves state and events consistent, and the reading is signed once', async () => {
    const crashes = await atEveryCall(crashPoint, async (crash, name) => {
      const org = `loop-${name.replaceAll(' ', '-')}`
      const { bucketOf, objects } = objectMap()
      const loops = loopsIn(world.db, bucketOf(NO_CRASH))
      await beginLoop(loops, org)
      const find = () => loops.loops.find(org, ID)
      const crashingAdvance = advanceLoop(loopsIn(under(world, crash), bucketOf(crash)))
      for (const [tick, input] of STEPS.entries()) {
        await repeatAnswer(crashingAdvance, find, tick, input).catch(() => undefined)
        await expectGapless(org, await find(), name)
        await repeatAnswer(advanceLoop(loops), find, tick, input)
      }
      const loop = await find()
      const events = await expectGapless(org, loop, name)
      const ended = [loop?.state.state, loop?.state.tick, events.at(-1)?.type]
      expect([name, ...ended]).toEqual([name, 'done', 3, 'done'])
      const storedRows = await storedRowsOf(org)
      expect([name, storedRows.map(({ hash }) => hash)]).toEqual([name, [loop?.hash]])
      expect([name, events.at(-1)?.data.reading_hash]).toEqual([name, loop?.hash])
      expect(await expectWholeChain(world, org), name).toHaveLength(1)
      expect([name, (await memoryOf(org))?.tick]).toEqual([name, 1])
      const file = JSON.parse(Buffer.from(objects.get(String(storedRows[0]?.object)) ?? []).toString()) as ReadingFile
      expect(await replayReading(file), name).toMatchObject({ ok: true, isSame: true })
    })
    expect(crashes).toBeGreaterThan(8)
  })

  it('one of two concurrent steps succeeds', async () => {
    const { bucketOf } = objectMap()
    const loops = loopsIn(world.db, bucketOf(NO_CRASH))
    const loop = await beginLoop(loops, 'two-steps')
    const advance = advanceLoop(loops)
    const outcomes = await Promise.all([
      advance(loop, { answers: { public: true } }),
      advance(loop, { answers: { peak: 9 } }),
    ])
    expect(outcomes.map((outcome) => Object.keys(outcome)[0]).toSorted()).toEqual(['loop', 'overtaken'])
    await expectGapless('two-steps', await loops.loops.find('two-steps', ID), 'two')
  })

  it('only one of two concurrent last steps signs a reading', async () => {
    const { bucketOf } = objectMap()
    const loops = loopsIn(world.db, bucketOf(NO_CRASH))
    const loop = await beginLoop(loops, 'two-ends')
    const advance = advanceLoop(loops)
    const finish = { tool: { name: 'finish' } }
    const outcomes = await Promise.all([advance(loop, finish), advance(loop, finish)])
    expect(outcomes.map((outcome) => Object.keys(outcome)[0]).toSorted()).toEqual(['loop', 'overtaken'])
    expect(await storedRowsOf('two-ends')).toHaveLength(1)
    await expectGapless('two-ends', await loops.loops.find('two-ends', ID), 'ends')
  })

  it('an interview stopped by its budget is signed', async () => {
    const { bucketOf } = objectMap()
    const deps = loopsIn(world.db, bucketOf(NO_CRASH))
    const loop = await beginLoop(deps, 'stopped', { budget: { ticks: 1 } })
    const outcome = await advanceLoop(deps)(loop, { answers: { public: true } })
    expect(outcome).toMatchObject({ loop: { state: { state: 'stopped', reason: 'budget_ended' } } })
    expect((await storedRowsOf('stopped')).map(({ hash }) => hash)).toEqual([
      (outcome as { loop: StoredLoop }).loop.hash,
    ])
  })

  it('concurrent queries expire an interview once, without signing a reading', async () => {
    const { bucketOf } = objectMap()
    const loops = loopsIn(world.db, bucketOf(NO_CRASH))
    const outcome = await advanceLoop(loops)(await beginLoop(loops, 'expires'), {})
    const { loop } = outcome as { loop: StoredLoop }
    expect(await expireIfDue(loops, loop)).toBe(loop)
    const later = { ...loops, now: () => new Date(loop.state.expires_at + 1) }
    const [firstResult, secondResult] = await Promise.all([expireIfDue(later, loop), expireIfDue(later, loop)])
    expect([firstResult.state.state, secondResult.state.state]).toEqual(['expired', 'expired'])
    const events = await expectGapless('expires', await loops.loops.find('expires', ID), 'expires')
    expect(events.at(-1)).toMatchObject({ type: 'state', data: { state: 'expired' } })
    expect(await storedRowsOf('expires')).toEqual([])
  })
})

describe('automatic interview', () => {
  it('crashes at any call and duplicate messages lose no event, and only questions without a remembered answer are asked', async () => {
    const crashes = await atEveryCall(crashPoint, async (crash, name) => {
      const org = `auto-${name.replaceAll(' ', '-')}`
      const { bucketOf } = objectMap()
      const loops = loopsIn(world.db, bucketOf(NO_CRASH))
      const at = ticking().toISOString()
      const sinceNow = { since: at, seen: 1 }
      const rememberedFacts = { public: { value: false, ...sinceNow }, trigger: { value: 'webhook', ...sinceNow } }
      await beginLoop(loops, org, { mode: 'auto' })
      await loops.memories.putNew({ org, namespaceId: 'shared/q' }, { tick: 1, given: rememberedFacts, drawn: {} })
      const queue = messageList()
      const crashingAdvance = workerIn(
        loopsIn(under(world, crash), bucketOf(crash)),
        withCrash({ send: queue.send }, crash),
      )
      queue.list.push({ org, loop: ID, tick: 0 })
      for (let count = 0; queue.list.length > 0; count++) {
        expect(count).toBeLessThan(100)
        const message = queue.list.shift() as (typeof queue.list)[number]
        // A crashed worker gets the message again; a finished one may too.
        await crashingAdvance(message).catch(() => undefined)
        await workerIn(loops, queue)(message)
      }
      const loop = await loops.loops.find(org, ID)
      const events = await expectGapless(org, loop, name)
      expect([name, loop?.state.state, loop?.state.tick]).toEqual([name, 'waiting', 3])
      expect([name, events.filter(({ type }) => type === 'question').length]).toEqual([name, 1])
      const answers = events.filter(({ type }) => type === 'answer').map(({ data }) => data.fact)
      expect([name, answers.toSorted()]).toEqual([name, ['public', 'trigger']])
    })
    expect(crashes).toBeGreaterThan(5)
  })

  it('asks when a remembered value is invalid, and continues after an answer', async () => {
    const { bucketOf } = objectMap()
    const loops = loopsIn(world.db, bucketOf(NO_CRASH))
    const at = ticking().toISOString()
    const rememberedFacts = {
      public: { value: 'perhaps', since: at, seen: 1 },
      trigger: { value: 'often', since: at, seen: 1 },
    }
    await loops.memories.putNew(
      { org: 'asks', namespaceId: 'shared/q' },
      { tick: 1, given: rememberedFacts, drawn: {} },
    )
    await beginLoop(loops, 'asks', { mode: 'auto' })
    const queue = messageList()
    await workerIn(loops, queue)({ org: 'asks', loop: ID, tick: 0 })
    const waiting = await loops.loops.find('asks', ID)
    const openFact = waiting?.state.questions[0]?.fact ?? ''
    expect([waiting?.state.state, Object.keys(rememberedFacts).includes(openFact), queue.list]).toEqual([
      'waiting',
      true,
      [],
    ])
    const outcome = await advanceLoop(loops)(waiting as StoredLoop, {
      answers: { [openFact]: openFact === 'public' ? false : 'webhook' },
      shouldContinue: true,
    })
    expect(outcome).toMatchObject({ loop: { state: { state: 'running', tick: 2 } } })
    await workerIn(loops, queue)({ org: 'asks', loop: ID, tick: 2 })
    expect((await loops.loops.find('asks', ID))?.state).toMatchObject({ state: 'waiting', tick: 3 })
    // A late message changes nothing.
    await workerIn(loops, queue)({ org: 'asks', loop: ID, tick: 0 })
    expect((await loops.loops.find('asks', ID))?.state.tick).toBe(3)
  })

  it('an interview that cannot continue fails and reports it', async () => {
    const { bucketOf } = objectMap()
    const interviews = loopsIn(world.db, bucketOf(NO_CRASH))
    await beginLoop(interviews, 'fails', { mode: 'auto' })
    const queue = messageList()
    await workerIn({ ...interviews, shelfOf: async () => [] }, queue)({ org: 'fails', loop: ID, tick: 0 })
    const loop = await interviews.loops.find('fails', ID)
    const events = await expectGapless('fails', loop, 'fails')
    expect([loop?.state.state, events.slice(-2).map(({ type }) => type)]).toEqual(['failed', ['error', 'state']])
  })
})
