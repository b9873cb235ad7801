import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime, endOutages } from '../../support/control.ts'
import { freeKey, paidKey } from './agents-world.ts'
import {
  conflictFiveTimes,
  type LoopBody,
  loopOf,
  resumeLoop,
  startLoop,
  streamOf,
  THREE_QUESTIONS,
  throttleTransactions,
  tick,
  toolsOf,
  untilLoop,
} from './loops-world.ts'
import { type FaultBody, runtimeKey, SCRIPT } from './runtime-world.ts'
import { grimoireOf, inscribe, verifyOf } from './stored-results-world.ts'

afterEach(endOutages)

const THIRTY_MINUTES = 30 * 60_000

describe('an interview', () => {
  test('startLoop 201, tickLoop 200 question by question until done: its reading is signed and replayed', async () => {
    const key = await runtimeKey()
    const { status, body: startedLoop } = await startLoop(key, { script: SCRIPT, seed: 7 })
    expect([status, startedLoop.state, startedLoop.tick]).toEqual([201, 'running', 0])
    let loop: LoopBody = startedLoop
    for (let steps = 0; loop.state !== 'done'; steps++) {
      expect(steps).toBeLessThan(20)
      const [question] = loop.questions
      const answers = question && { [question.fact]: question.fact === 'public' ? true : 'unknown' }
      const ticked = await tick(key, startedLoop.id, { expected_tick: loop.tick, answers })
      expect(ticked.status).toBe(200)
      loop = ticked.body
    }
    expect([loop.reason, loop.facts.public]).toEqual(['settled', true])
    const hash = String(loop.reading_hash)
    expect((await verifyOf(key, `/verify/${hash}`)).body).toMatchObject({
      valid: true,
      checks: { replay: { status: 'pass' }, claims: { status: 'pass' } },
    })
    const { body: grimoire } = await grimoireOf(key, '/grimoire/default')
    expect(grimoire.readings.map((entry) => entry.hash)).toEqual([hash])
    expect((await loopOf(key, startedLoop.id)).body).toEqual(loop)
  })

  test('startLoop 201 by role, spread and script; an interview stops when its budget is used up, and later ticks return 409', async () => {
    const key = await runtimeKey()
    for (const body of [{}, { role: 'ciso' }, { spreadType: 'threat_model' }, { script: SCRIPT }])
      expect((await startLoop(key, body)).status).toBe(201)
    const { body } = await startLoop(key, {
      script: THREE_QUESTIONS,
      budget: { ticks: 1 },
      querent: { state: { peak: 9 } },
    })
    expect(body.facts.peak).toBe(9)
    const stopped = await tick(key, body.id, { answers: { owner: 'ada' } })
    expect(stopped.body).toMatchObject({ state: 'stopped', reason: 'budget_ended', used: { ticks: 1 } })
    expect(stopped.body.reading_hash).toMatch(/^[0-9a-f]{64}$/)
    const late = await tick<FaultBody & { state: string }>(key, body.id)
    expect([late.status, late.body.code, late.body.state]).toEqual([409, 'loop_ended', 'stopped'])
  })

  test('tickLoop 200 with tools: classify, recall, grade, explain_card, draw_more', async () => {
    const key = await runtimeKey()
    await inscribe(key)
    const { body: loop } = await startLoop(key, { script: THREE_QUESTIONS, querent: { state: { public: true } } })
    const [card] = (loop as unknown as { positions: { cards: string[] }[] }).positions.flatMap(({ cards }) => cards)
    for (const [name, args] of [
      ['classify', {}],
      ['recall', {}],
      ['grade', { content: '# A plan\n\nMeasure it.\n' }],
      ['explain_card', { card }],
      ['draw_more', { position: 'entry' }],
    ] as const)
      expect([name, (await tick(key, loop.id, { tool: { name, args } })).status]).toEqual([name, 200])
    await tick(key, loop.id, { tool: { name: 'finish' } })
    const { events } = await streamOf(key, loop.id)
    const results = events.filter(({ type }) => type === 'tool.result').map(({ data }) => [data.tool, data.ok])
    expect(results).toEqual([
      ['classify', true],
      ['recall', true],
      ['grade', true],
      ['explain_card', true],
      ['draw_more', true],
      ['finish', true],
    ])
  })

  test('tickLoop 200: a scaffold waits for approval, and is created on a paid plan', async () => {
    const key = await paidKey()
    const { body: loop } = await startLoop(key, { tools: ['scaffold', 'finish'] })
    const waiting = await tick(key, loop.id, { tool: { name: 'scaffold', args: { target: 'aws' } } })
    expect(waiting.body).toMatchObject({ state: 'waiting', reason: 'approval', pending: { tool: 'scaffold' } })
    const refusedTool = await tick<FaultBody>(key, loop.id, { tool: { name: 'finish' } })
    expect([refusedTool.status, refusedTool.body.errors?.[0]?.field]).toEqual([400, 'tool'])
    expect((await tick(key, loop.id, { approve: true })).status).toBe(200)
    await tick(key, loop.id, { tool: { name: 'finish' } })
    const { events } = await streamOf(key, loop.id)
    const [scaffoldEvent] = events.filter(({ data }) => data.tool === 'scaffold')
    const summary = String(scaffoldEvent?.data.summary)
    expect([scaffoldEvent?.data.ok, summary]).toEqual([
      true,
      expect.stringMatching(/^webhook-receiver \S+: \d+ files, run 1;/),
    ])
    const codegenBody = JSON.parse(summary.slice(summary.indexOf('{'))) as object
    const files = await call<{ runId: number }>('POST', '/scaffold/codegen', {
      key,
      body: codegenBody,
      as: 'generateScaffold',
    })
    expect([files.status, files.body.runId, files.headers.get('idempotent-replayed')]).toEqual([200, 1, 'true'])
  })

  test('tickLoop 403 plan_required for a scaffold on the free plan; startLoop 403 without the scope', async () => {
    const free = await freeKey()
    const readKey = await runtimeKey()
    expect((await startLoop<FaultBody>(readKey, { tools: ['scaffold'] })).body.code).toBe('forbidden')
    const { body: startedLoop } = await startLoop(free, { tools: ['scaffold'] })
    await tick(free, startedLoop.id, { tool: { name: 'scaffold' } })
    const refused = await tick<FaultBody>(free, startedLoop.id, { approve: true })
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_required'])
    expect((await tick(free, startedLoop.id, { approve: false })).body.pending).toBeUndefined()
  })

  test('tickLoop 409 tick_conflict: one of two concurrent ticks succeeds, and an old tick gets the current one', async () => {
    const key = await runtimeKey()
    const { body: startedLoop } = await startLoop(key, { script: THREE_QUESTIONS })
    const body = { expected_tick: 0, answers: { public: true } }
    const concurrentTicks = await Promise.all([
      tick<FaultBody>(key, startedLoop.id, body),
      tick<FaultBody>(key, startedLoop.id, body),
    ])
    expect(concurrentTicks.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const outdated = await tick<FaultBody & { tick: number }>(key, startedLoop.id, body)
    expect([outdated.status, outdated.body.code, outdated.body.tick]).toEqual([409, 'tick_conflict', 1])
  })

  test('tickLoop 409 receipt_conflict, and 503 while the table is busy; a retry works', async () => {
    const key = await runtimeKey()
    const { body: loop } = await startLoop(key)
    const finish = { tool: { name: 'finish' } }
    await conflictFiveTimes()
    const refused = await tick<FaultBody>(key, loop.id, finish)
    expect([refused.status, refused.body.code]).toEqual([409, 'receipt_conflict'])
    await endOutages()
    await throttleTransactions()
    expect((await tick(key, loop.id, finish)).status).toBe(503)
    expect((await startLoop(key)).status).toBe(503)
    await endOutages()
    expect((await tick(key, loop.id, finish)).body.state).toBe('done')
  })

  test('tickLoop 422 answer_invalid names the fact; 400 for unavailable tools and invalid answers', async () => {
    const key = await runtimeKey()
    const { body: loop } = await startLoop(key, { tools: ['finish', 'answer'] })
    for (const [answers, fact] of [
      [{ exposure: 'everybody' }, 'exposure'],
      [{ nobody_asks: 1 }, 'nobody_asks'],
    ] as const) {
      const refused = await tick<FaultBody & { fact: string }>(key, loop.id, { answers })
      expect([refused.status, refused.body.code, refused.body.fact]).toEqual([422, 'answer_invalid', fact])
    }
    for (const [body, field] of [
      [{ tool: { name: 'recall' } }, 'tool.name'],
      [{ tool: { name: 'fly' } }, 'tool.name'],
      [{ tool: { name: 'answer', args: { exposure: { deep: 1 } } } }, 'tool.args'],
      [{ approve: true }, 'approve'],
      [{ answers: { exposure: null } }, 'answers.exposure'],
    ] as const) {
      const refused = await tick<FaultBody>(key, loop.id, body)
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
    }
    const tickReply = await tick(key, loop.id, { tool: { name: 'answer', args: { exposure: 'public' } } })
    expect([tickReply.body.tick, tickReply.body.facts.exposure]).toEqual([1, 'public'])
  })

  test('startLoop 400, 403 and 404 with the code of the error; 401 for an unknown key', async () => {
    const key = await runtimeKey()
    for (const [body, code] of [
      [{ role: 'ceo' }, 'unknown_role'],
      [{ script: 'spread' }, 'script_invalid'],
      [{ role: 'cto', spreadType: 'threat_model' }, 'invalid_input'],
      [{ intention: '' }, 'invalid_input'],
      [{ budget: { ticks: 65 } }, 'invalid_input'],
      [
        { querent: { state: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`f${at}`, at])) } },
        'invalid_input',
      ],
    ] as const) {
      const refused = await startLoop<FaultBody>(key, body)
      expect([refused.status, refused.body.code]).toEqual([400, code])
    }
    const unknown = await startLoop<FaultBody>(key, { spreadType: 'nothing' })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'unknown_spread'])
    const outOfScope = await startLoop<FaultBody>(key, { querent: { id: 'b' } }, 'a')
    expect([outOfScope.status, outOfScope.body.code]).toEqual([403, 'querent_out_of_scope'])
    expect((await startLoop('plat_nobody')).status).toBe(401)
  })

  test('startLoop resumes an interview that expired after 30 minutes without an answer, with its answers', async () => {
    const key = await runtimeKey()
    const { body: loop } = await startLoop(key, { script: THREE_QUESTIONS })
    await tick(key, loop.id, { answers: { owner: 'ada', peak: 'unknown' } })
    const early = await resumeLoop<FaultBody>(key, loop.id)
    expect([early.status, early.body.code]).toEqual([409, 'loop_not_expired'])
    await atLaterTime(THIRTY_MINUTES + 1_000, async () => {
      // The first query after the expiry stores it.
      expect((await streamOf(key, loop.id)).events.at(-1)?.data.state).toBe('expired')
      const { body: expired } = await loopOf(key, loop.id)
      expect([expired.state, expired.facts.owner]).toEqual(['expired', 'ada'])
      expect((await tick<FaultBody>(key, loop.id)).body.code).toBe('loop_ended')
      const { events } = await streamOf(key, loop.id)
      expect(events.at(-1)).toMatchObject({ type: 'state', data: { state: 'expired' } })
      const { status, body: resumed } = await resumeLoop(key, loop.id)
      expect([status, resumed.state, resumed.facts.owner]).toEqual([201, 'running', 'ada'])
      expect(resumed.questions.map(({ fact }) => fact)).not.toContain('peak')
      const conflicting = await resumeLoop<FaultBody>(key, loop.id, { intention: 'Another' })
      expect([conflicting.status, conflicting.body.errors?.[0]?.field]).toEqual([400, 'intention'])
      const foreignResume = await resumeLoop<FaultBody>(await runtimeKey(), loop.id)
      expect([foreignResume.status, foreignResume.body.code]).toEqual([404, 'not_found'])
    })
  })

  test('in mode auto, uses earlier answers, asks the other questions, and continues after an answer', async () => {
    const key = await runtimeKey()
    await inscribe(key, { intention: 'Another thing', state: { public: true } })
    const { body: loop } = await startLoop(key, { mode: 'auto', script: THREE_QUESTIONS })
    const waiting = await untilLoop(key, loop.id, ({ state }) => state !== 'running')
    expect([waiting.state, waiting.facts.public]).toEqual(['waiting', true])
    const [question] = waiting.questions
    const tickReply = await tick(key, loop.id, { answers: { [String(question?.fact)]: 'unknown' } })
    expect(['running', 'done', 'waiting']).toContain(tickReply.body.state)
    const continued = await untilLoop(key, loop.id, ({ state, tick: at }) => state !== 'running' && at > waiting.tick)
    expect(continued.questions.map(({ fact }) => fact)).not.toContain(question?.fact)
    const { body: ended } = await tick(key, loop.id, { tool: { name: 'finish' } })
    const { events } = await streamOf(key, loop.id)
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
    expect([ended.state, events.filter(({ data }) => data.tool === 'recall').length]).toEqual(['done', 1])
  })

  test('in mode auto, ends without questions if all answers are known, and its reading is signed', async () => {
    const key = await runtimeKey()
    await inscribe(key, { intention: 'Another thing', state: { public: true } })
    const { body: startedLoop } = await startLoop(key, { mode: 'auto', script: SCRIPT })
    const ended = await untilLoop(key, startedLoop.id, ({ state }) => state !== 'running')
    expect([ended.state, ended.facts.public]).toEqual(['done', true])
    const { body } = await verifyOf(key, `/verify/${ended.reading_hash}`)
    expect([body.valid, body.checks.replay?.status]).toEqual([true, 'pass'])
  })

  test('getLoop, tickLoop, streamLoop 404 for other tenants, other querents and missing ones; 400 for an invalid id; 401', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    const { id } = (await startLoop(ada, {}, 'a')).body
    expect((await loopOf(ada, id, 'a,b')).status).toBe(200)
    for (const [key, loop, querents] of [
      [bob, id, 'a'],
      [bob, id, undefined],
      [ada, id, 'b'],
      [ada, id, undefined],
      [ada, randomUUID(), 'a'],
    ] as const) {
      const responses = [await loopOf(key, loop, querents), await tick(key, loop, {}, querents)]
      const stream = await streamOf(key, loop, querents === undefined ? {} : { querents })
      expect([...responses, stream].map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect((await loopOf(ada, 'nothing', 'a')).status).toBe(400)
    expect((await loopOf('plat_nobody', id)).status).toBe(401)
    expect((await tick('plat_nobody', id)).status).toBe(401)
    expect((await streamOf('plat_nobody', id)).status).toBe(401)
    const malformed = await call('POST', `/agents/loop/${randomUUID()}/tick`, { key: ada, raw: '{', as: 'tickLoop' })
    expect(malformed.status).toBe(400)
  })

  test('listLoopTools 200: the names of the tools, and whether they need approval; 401', async () => {
    const { status, body } = await toolsOf(await runtimeKey())
    expect(status).toBe(200)
    expect(body.tools.filter((tool) => tool.needs_approval).map(({ tool }) => tool)).toEqual(['scaffold'])
    expect(body.tools.map(({ tool }) => tool).join(' ')).toBe(
      'answer classify draw_more explain_card finish grade recall scaffold',
    )
    expect((await toolsOf('plat_nobody')).status).toBe(401)
  })
})
