import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { ERAS } from '../../support/mcp.ts'
import { paidPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { GRADE_REQUEST, INTENTION, newUser, userOf } from './gateway-world.ts'

const HASH = /^[0-9a-f]{64}$/

const STATE = { exposure: 'public', data_classes: ['financial'] }

describe.each(ERAS)('tools, revision %s', (era) => {
  test('classify, preview and read cost no credit', async () => {
    const { use, person } = await newUser(undefined, era)
    const classified = await use('scaffold_classify', { intention: INTENTION })
    expect(classified.output).toMatchObject({
      classification: { pattern: 'webhook-receiver' },
      traits: { trigger: 'webhook' },
      tier2_recommended: false,
    })
    const preview = await use('scaffold_preview', { intention: INTENTION })
    expect(preview.output.files).toEqual(
      (await call('POST', '/api/scaffold/preview', { body: { intention: INTENTION }, as: 'previewScaffold' })).body
        .files,
    )
    expect(await scaffoldsUsed(person)).toBe(0)
  })

  verifies(
    ['PLA-4.4-1', 'PLA-4.4-6'],
    'agent_run consults a role through the platform: one scaffold of the quota, a public receipt, and memory',
    async () => {
      const { use, person } = await newUser(undefined, era)
      const args = { role: 'cto', intention: INTENTION, context: { exposure: 'public', team: 3 } }
      const run = await use('agent_run', args)
      const { receipt } = run.output as { receipt: { hash: string; verifyUrl: string } }
      expect(run.output).toMatchObject({ role: 'cto', symbolicResponse: { facts: { exposure: 'public' } } })
      expect(run.content.map(({ type, uri }) => uri ?? type)).toEqual(['text', `signet://receipts/${receipt.hash}`])
      expect(run.content[0]?.text).toContain(receipt.verifyUrl)
      const verified = await call('GET', `/verify/${receipt.hash}`, {
        headers: { accept: 'application/json' },
        as: 'verifyReceiptPage',
      })
      expect(verified.body.valid).toBe(true)
      // A client whose connection broke sends the same call again.
      expect((await use('agent_run', args)).output.hash).toBe(receipt.hash)
      expect(await scaffoldsUsed(person)).toBe(1)
      const memory = await use('agent_memory', { role: 'cto' })
      expect(memory.output).toMatchObject({ exists: true, recentMemories: [{ hash: receipt.hash }] })
    },
  )

  test('agent_bootstrap takes one scaffold of the quota', async () => {
    const { use, person } = await userOf(await paidPerson(), undefined, era)
    const begun = await use('agent_bootstrap', { role: 'cto', internalSignals: ['customers paid twice'] })
    expect(begun.output).toMatchObject({ role: 'cto', researchStrategy: expect.any(String) })
    expect(await scaffoldsUsed(person)).toBe(1)
  })

  test('an interview starts, takes answers and ends, with a reading that can be recalled', async () => {
    const { use } = await newUser(undefined, era)
    const begun = await use('agent_loop_start', { intention: INTENTION, spreadType: 'threat_model' })
    const { id, questions } = begun.output as { id: string; questions: { fact: string }[] }
    expect(begun.content[0]?.text).toContain('agent_loop_tick')
    const tick = await use('agent_loop_tick', {
      id,
      expected_tick: 0,
      answers: { [questions[0]?.fact ?? '']: 'unknown' },
    })
    expect(tick.output).toMatchObject({ id, tick: 1 })
    await use('agent_loop_tick', { id, tool: { name: 'finish' } })
    const ended = await use('agent_loop_state', { id })
    expect(ended.output).toMatchObject({ state: 'done', reading_hash: expect.stringMatching(HASH) })
    expect(ended.content[0]?.text).not.toContain('Next question')
    const recalled = await use('agent_recall', { where: 'spread = threat_model' })
    expect(recalled.output).toMatchObject({ matches: [{ reading: { hash: ended.output.reading_hash } }] })
  })

  test('reading_run reports unknown facts, stores inscribed readings, and costs nothing', async () => {
    const { use, person } = await newUser(undefined, era)
    const args = { spreadType: 'threat_model', querent: { intention: INTENTION, state: STATE }, inscribe: true }
    const reading = await use('reading_run', args)
    expect(reading.output).toMatchObject({
      spread: { name: 'threat_model' },
      facts: { exposure: 'public' },
      hash: expect.stringMatching(HASH),
    })
    expect((await use('reading_run', args)).output.hash).toBe(reading.output.hash)
    expect(await scaffoldsUsed(person)).toBe(0)
  })

  test('run_grader is the runtime’s own tool', async () => {
    const { use, key } = await newUser(undefined, era)
    const graded = await use('run_grader', GRADE_REQUEST)
    const direct = await call<{ ok: boolean; result: object }>('POST', '/mcp/invoke', {
      key,
      body: { tool: 'signet.run_grader', args: GRADE_REQUEST },
      as: 'invokeRuntimeTool',
    })
    const { hash, receipt, ...grade } = graded.output
    expect([hash, receipt]).toEqual([expect.stringMatching(HASH), expect.objectContaining({ hash })])
    expect(direct.body.result).toMatchObject(grade)
  })
})
