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
import { objectMap, UNCUT } from './runtime-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now: ticking })
const keptOf = (org: string) => rowTable(inscribedRow, deps()).all({ org })
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
  take: ReturnType<typeof advanceLoop>,
  find: () => Promise<StoredLoop | undefined>,
  tick: number,
  input: TickInput,
): Promise<void> => {
  const loop = await find()
  if (loop?.state.tick === tick) await take(loop, { expected_tick: tick, ...input })
}

const STEPS: readonly TickInput[] = [
  { answers: { public: true } },
  { answers: { peak: 100, owner: 'unknown' } },
  { tool: { name: 'finish' } },
]

describe('interview', () => {
  it('a crash at any call of any step leaves state and events consistent, and the end is signed once', async () => {
    const crashes = await atEveryCall(crashPoint, async (cut, name) => {
      const org = `loop-${name.replaceAll(' ', '-')}`
      const { bucketOf, objects } = objectMap()
      const loops = loopsIn(world.db, bucketOf(UNCUT))
      await beginLoop(loops, org)
      const find = () => loops.loops.find(org, ID)
      const cutDown = advanceLoop(loopsIn(under(world, cut), bucketOf(cut)))
      for (const [tick, input] of STEPS.entries()) {
        await repeatAnswer(cutDown, find, tick, input).catch(() => undefined)
        await expectGapless(org, await find(), name)
        await repeatAnswer(advanceLoop(loops), find, tick, input)
      }
      const loop = await find()
      const events = await expectGapless(org, loop, name)
      const ended = [loop?.state.state, loop?.state.tick, events.at(-1)?.type]
      expect([name, ...ended]).toEqual([name, 'done', 3, 'done'])
      const storedRows = await keptOf(org)
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
    const loops = loopsIn(world.db, bucketOf(UNCUT))
    const loop = await beginLoop(loops, 'two-steps')
    const take = advanceLoop(loops)
    const both = await Promise.all([take(loop, { answers: { public: true } }), take(loop, { answers: { peak: 9 } })])
    expect(both.map((outcome) => Object.keys(outcome)[0]).toSorted()).toEqual(['loop', 'overtaken'])
    await expectGapless('two-steps', await loops.loops.find('two-steps', ID), 'two')
  })

  it('one of two concurrent last steps is signed', async () => {
    const { bucketOf } = objectMap()
    const loops = loopsIn(world.db, bucketOf(UNCUT))
    const loop = await beginLoop(loops, 'two-ends')
    const take = advanceLoop(loops)
    const end = { tool: { name: 'finish' } }
    const both = await Promise.all([take(loop, end), take(loop, end)])
    expect(both.map((outcome) => Object.keys(outcome)[0]).toSorted()).toEqual(['loop', 'overtaken'])
    expect(await keptOf('two-ends')).toHaveLength(1)
    await expectGapless('two-ends', await loops.loops.find('two-ends', ID), 'ends')
  })

  it('an interview stopped by its budget is signed', async () => {
    const { bucketOf } = objectMap()
    const whole = loopsIn(world.db, bucketOf(UNCUT))
    const loop = await beginLoop(whole, 'stopped', { budget: { ticks: 1 } })
    const outcome = await advanceLoop(whole)(loop, { answers: { public: true } })
    expect(outcome).toMatchObject({ loop: { state: { state: 'stopped', reason: 'budget_ended' } } })
    expect((await keptOf('stopped')).map(({ hash }) => hash)).toEqual([(outcome as { loop: StoredLoop }).loop.hash])
  })

  it('expires once for concurrent queries, and is not signed', async () => {
    const { bucketOf } = objectMap()
    const loops = loopsIn(world.db, bucketOf(UNCUT))
    const outcome = await advanceLoop(loops)(await beginLoop(loops, 'expires'), {})
    const { loop } = outcome as { loop: StoredLoop }
    expect(await expireIfDue(loops, loop)).toBe(loop)
    const later = { ...loops, now: () => new Date(loop.state.expires_at + 1) }
    const [one, two] = await Promise.all([expireIfDue(later, loop), expireIfDue(later, loop)])
    expect([one.state.state, two.state.state]).toEqual(['expired', 'expired'])
    const events = await expectGapless('expires', await loops.loops.find('expires', ID), 'expires')
    expect(events.at(-1)).toMatchObject({ type: 'state', data: { state: 'expired' } })
    expect(await keptOf('expires')).toEqual([])
  })
})

describe('automatic interview', () => {
  it('crashes at any call and double deliveries lose no event, and only unanswered questions are asked', async () => {
    const crashes = await atEveryCall(crashPoint, async (cut, name) => {
      const org = `auto-${name.replaceAll(' ', '-')}`
      const { bucketOf } = objectMap()
      const loops = loopsIn(world.db, bucketOf(UNCUT))
      const at = ticking().toISOString()
      const sinceNow = { since: at, seen: 1 }
      const rememberedFacts = { public: { value: false, ...sinceNow }, trigger: { value: 'webhook', ...sinceNow } }
      await beginLoop(loops, org, { mode: 'auto' })
      await loops.memories.putNew({ org, namespaceId: 'shared/q' }, { tick: 1, given: rememberedFacts, drawn: {} })
      const queue = messageList()
      const cutDown = workerIn(loopsIn(under(world, cut), bucketOf(cut)), withCrash({ send: queue.send }, cut))
      queue.list.push({ org, loop: ID, tick: 0 })
      for (let count = 0; queue.list.length > 0; count++) {
        expect(count).toBeLessThan(100)
        const message = queue.list.shift() as (typeof queue.list)[number]
        // A crashed worker gets the message again; a finished one may too.
        await cutDown(message).catch(() => undefined)
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
    const loops = loopsIn(world.db, bucketOf(UNCUT))
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
    const whole = loopsIn(world.db, bucketOf(UNCUT))
    await beginLoop(whole, 'fails', { mode: 'auto' })
    const queue = messageList()
    await workerIn({ ...whole, shelfOf: async () => [] }, queue)({ org: 'fails', loop: ID, tick: 0 })
    const loop = await whole.loops.find('fails', ID)
    const events = await expectGapless('fails', loop, 'fails')
    expect([loop?.state.state, events.slice(-2).map(({ type }) => type)]).toEqual(['failed', ['error', 'state']])
  })
})
