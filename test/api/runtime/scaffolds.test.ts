import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import type { FaultBody } from './runtime-world.ts'
import {
  batch,
  builderKey,
  codegen,
  type FailedBody,
  filesOf,
  INTENTION,
  outcome,
  type ScaffoldBody,
} from './scaffold-world.ts'
import { grimoireOf, receiptOf, verifyOf } from './stored-results-world.ts'

describe('POST /scaffold/codegen', () => {
  test('generateScaffold 200: codegen and skeleton share no path, and the same request gives the same files', async () => {
    const key = await builderKey()
    const { status, body } = await codegen(key, { intention: INTENTION, seed: 7, workerName: 'pay-hooks' })
    expect([status, body.success, body.runId]).toEqual([200, true, 1])
    expect(body.codegen).toMatchObject({ pattern: 'webhook-receiver', workerName: 'pay-hooks' })
    const files = filesOf(body)
    expect(files.size).toBe(body.codegen.files.length + body.skeleton.length)
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'src/handler.ts',
        'docs/threat-model.json',
        '.scaffold/answers.json',
        'infrastructure/stack.ts',
      ]),
    )
    expect(body.codegen.files.find(({ path }) => path === 'src/handler.ts')?.language).toBe('typescript')
    expect(body.envelope.threats.length).toBeGreaterThan(0)
    expect(body.inferenceMetrics).toMatchObject({ method: 'rules', model_calls: 0 })
    expect(body).not.toHaveProperty('hash')
    const secondScaffold = await codegen(key, { intention: INTENTION, seed: 7, workerName: 'pay-hooks' })
    expect(secondScaffold.body.runId).toBe(2)
    expect(filesOf(secondScaffold.body)).toEqual(files)
    const storedAnswers = JSON.parse(files.get('.scaffold/answers.json') ?? '') as { cards: string[]; decks: unknown[] }
    expect([storedAnswers.cards.length > 0, storedAnswers.decks.length]).toEqual([true, 3])
  })

  test('generateScaffold 200 with pattern, target and traits of the request; its answers give the same files', async () => {
    const key = await builderKey()
    const codegenBody = { intention: INTENTION, pattern: 'cli-tool', target: 'cloudflare', traits: { has_ui: 'no' } }
    const { body } = await codegen(key, codegenBody)
    expect([body.codegen.pattern, body.emittedFacts.target, body.emittedFacts.has_ui]).toEqual([
      'cli-tool',
      'cloudflare',
      'no',
    ])
    const answers = JSON.parse(filesOf(body).get('.scaffold/answers.json') ?? '') as object
    const same = await codegen(key, { intention: INTENTION, answers })
    expect(filesOf(same.body)).toEqual(filesOf(body))
  })

  test('generateScaffold 200 with inscribe: receipt, replay, and the list of the querent', async () => {
    const key = await builderKey()
    const { body } = await codegen(key, { intention: INTENTION, inscribe: true, seed: 3 }, 'shop')
    expect(body.receipt).toMatchObject({ hash: body.hash, seed: 3 })
    const receipt = await receiptOf(key, `/receipt/${body.hash}`, 'shop')
    const claims = { intention: INTENTION, seed: 3, templates_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(receipt.body).toMatchObject({ kind: 'flow', opening: { claims } })
    const verified = await verifyOf(key, `/verify/${body.hash}`, 'shop')
    expect([verified.body.valid, verified.body.checks.replay?.status]).toEqual([true, 'pass'])
    const { body: grimoire } = await grimoireOf(key, '/grimoire/shop?kind=flow', 'shop')
    expect(grimoire.readings).toMatchObject([{ hash: body.hash, kind: 'flow', spread: 'scaffold-cast' }])
    expect((await receiptOf(key, `/receipt/${body.hash}`, 'other')).status).toBe(404)
  })

  test('generateScaffold 200 with the first scaffold for the same conversation; 422 for another request with it', async () => {
    const key = await builderKey()
    for (const inscribe of [false, true]) {
      const codegenBody = { intention: INTENTION, conversationId: `c-${inscribe}`, inscribe }
      const created = await codegen(key, codegenBody, 'a')
      const repeated = await codegen(key, codegenBody, 'a')
      expect([created.headers.get('idempotent-replayed'), repeated.headers.get('idempotent-replayed')]).toEqual([
        null,
        'true',
      ])
      expect(repeated.body).toEqual(created.body)
      const mismatch = await codegen<FaultBody>(key, { ...codegenBody, seed: 9 }, 'a')
      expect([mismatch.status, mismatch.body.code]).toEqual([422, 'idempotency_mismatch'])
      const elsewhere = await codegen(key, codegenBody, 'b')
      expect(elsewhere.body.runId).not.toBe(created.body.runId)
    }
  })

  test('generateScaffold 200: Idempotency-Key names a conversation as well', async () => {
    const key = await builderKey()
    const codegenBody = {
      key,
      body: { intention: INTENTION },
      headers: { 'idempotency-key': 'k' },
      as: 'generateScaffold',
    }
    const created = await call<ScaffoldBody>('POST', '/scaffold/codegen', codegenBody)
    const repeated = await call<ScaffoldBody>('POST', '/scaffold/codegen', codegenBody)
    expect([repeated.headers.get('idempotent-replayed'), repeated.body.runId]).toEqual(['true', created.body.runId])
    expect((await codegen(key, { intention: INTENTION, conversationId: 'k' })).body.runId).toBe(created.body.runId)
  })

  test('generateScaffold 200 for two concurrent requests of one conversation, which share one scaffold', async () => {
    const key = await builderKey()
    for (const inscribe of [false, true]) {
      const codegenBody = { intention: INTENTION, conversationId: `at-once-${inscribe}`, inscribe }
      const all = await Promise.all([codegen(key, codegenBody), codegen(key, codegenBody), codegen(key, codegenBody)])
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
      const [firstScaffold] = all
      for (const { body } of all)
        expect([body.runId, body.hash]).toEqual([firstScaffold?.body.runId, firstScaffold?.body.hash])
    }
    expect((await codegen(key, { intention: INTENTION })).body.runId).toBe(3)
  })

  test('generateScaffold 400 names field and rule', async () => {
    const key = await builderKey()
    const fields = []
    for (const wrong of [
      { intention: ' ' },
      { intention: 'half \ud800' },
      { intention: INTENTION, workerName: 'Not good' },
      { intention: INTENTION, target: 'azure' },
      { intention: INTENTION, pattern: 'blockchain' },
      { intention: INTENTION, traits: { trigger: 'magic' } },
      { intention: INTENTION, traits: { color: 'red' } },
      { intention: INTENTION, seed: 2 ** 53 },
    ]) {
      const { status, body } = await codegen<FaultBody>(key, wrong)
      fields.push([status, body.code, body.errors?.[0]?.field])
    }
    expect(fields).toEqual(
      ['intention', 'intention', 'workerName', 'target', 'pattern', 'traits', 'traits', 'seed'].map((field) => [
        400,
        'invalid_input',
        field,
      ]),
    )
  })

  test('generateScaffold 403 on the free plan and without the scope', async () => {
    const free = await codegen<FaultBody & { upgrade: string }>(await builderKey({ isPaid: false }), {
      intention: INTENTION,
    })
    expect([free.status, free.body.code, free.body.upgrade]).toEqual([403, 'plan_required', '/pricing'])
    const withoutScope = await codegen<FaultBody>(await builderKey({ scopes: ['runtime:read'] }), {
      intention: INTENTION,
    })
    expect([withoutScope.status, withoutScope.body.code]).toEqual([403, 'forbidden'])
  })
})

describe('POST /scaffold/batch', () => {
  test('generateScaffolds 200: each item in order, or its error', async () => {
    const key = await builderKey()
    const items = [
      { intention: 'Keep orders of a shop', seed: 1 },
      { intention: 'Keep orders of a shop', traits: { trigger: 'magic' } },
      { intention: 'A nightly job that copies invoices', conversationId: 'nightly', inscribe: true },
      { intention: 'A nightly job that copies invoices', conversationId: 'nightly', inscribe: true },
    ]
    const { status, body } = await batch(key, { items })
    expect([status, body.map(({ success }) => success)]).toEqual([200, [true, false, true, true]])
    expect(body[1]).toMatchObject({ success: false, code: 'invalid_input', error: expect.any(String) })
    const [, , third, fourth] = body as readonly ScaffoldBody[]
    expect(fourth).toEqual(third)
    expect(third?.runId).toBe(2)
  })

  test('generateScaffolds 400 above five items and for none, 403 on the free plan', async () => {
    const key = await builderKey()
    for (const count of [0, 6]) {
      const items = Array.from({ length: count }, () => ({ intention: INTENTION }))
      const { status, body } = await batch<FaultBody>(key, { items })
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'items'])
    }
    const free = await batch<FailedBody>(await builderKey({ isPaid: false }), { items: [{ intention: INTENTION }] })
    expect([free.status, free.body.code]).toEqual([403, 'plan_required'])
  })
})

describe('POST /scaffold/outcome/:runId', () => {
  test('recordOutcome 200: a repeated outcome is stored and counted once, in telemetry without the intention', async () => {
    const key = await builderKey()
    const { body: scaffold } = await codegen(key, { intention: INTENTION })
    const deployed = { status: 'deployed', target: 'eu-west-1', tests: { passed: 12, failed: 0 } }
    const firstOutcome = await outcome(key, scaffold.runId, deployed)
    expect([firstOutcome.status, firstOutcome.body.outcomes, firstOutcome.body.latest.status]).toEqual([
      200,
      1,
      'deployed',
    ])
    expect((await outcome(key, scaffold.runId, deployed)).body).toEqual(firstOutcome.body)
    expect((await outcome(key, scaffold.runId, { status: 'failed', notes: 'rolled over' })).body.outcomes).toBe(2)
    const day = await call<{ runs: number; by_pattern: unknown; p50_ms: number | null }>('GET', '/telemetry/scaffold', {
      key,
      as: 'getScaffoldTelemetry',
    })
    expect(day.body).toMatchObject({
      window_hours: 24,
      runs: 1,
      failed: 0,
      p50_ms: expect.any(Number),
      p95_ms: expect.any(Number),
      by_pattern: [{ pattern: 'webhook-receiver', version: '1.2.0', runs: 1, deployed: 1, failed: 1 }],
    })
    expect(JSON.stringify(day.body)).not.toContain('payment')
  })

  test('recordOutcome stores the cards that a failure names in the memory of roles, once per scaffold', async () => {
    const key = await builderKey()
    const { body: scaffold } = await codegen(key, { intention: INTENTION })
    const failed = {
      status: 'failed',
      notes: 'Nobody could stop it: ciso-kill-switch, and stride-expiry for the certificate',
    }
    const again = { ...failed, notes: `${failed.notes}; twice` }
    const outcomeReplies = await Promise.all([failed, failed, again].map((body) => outcome(key, scaffold.runId, body)))
    expect(outcomeReplies.map(({ status }) => status)).toEqual([200, 200, 200])
    const memoryOf = async (role: string) =>
      (
        await call<{
          exists: boolean
          zones: { metaInsight: readonly { id: string; seen: number; from: string[] }[] }
        }>('GET', `/agents/memory/${role}`, { key, as: 'getAgentMemory' })
      ).body
    expect(await memoryOf('ciso')).toMatchObject({
      exists: false,
      zones: { metaInsight: [{ id: 'ciso-kill-switch', seen: 1, from: [`scaffold ${scaffold.runId}`] }] },
    })
    expect(await memoryOf('cto')).toMatchObject({ exists: false, zones: { metaInsight: [] } })
    const deployed = { status: 'deployed', notes: 'cto-rollback was not needed' }
    expect((await outcome(key, scaffold.runId, deployed)).status).toBe(200)
    expect(await memoryOf('cto')).toMatchObject({ zones: { metaInsight: [] } })
  })

  test('recordOutcome 404 for another tenant, a missing scaffold, and a querent that the header does not name', async () => {
    const ada = await builderKey()
    const bob = await builderKey()
    const { body: scaffold } = await codegen(ada, { intention: INTENTION }, 'a')
    const outcomeBody = { status: 'deployed' }
    expect((await outcome(bob, scaffold.runId, outcomeBody)).status).toBe(404)
    expect((await outcome(ada, scaffold.runId, outcomeBody, 'b')).status).toBe(404)
    expect((await outcome(ada, scaffold.runId, outcomeBody)).status).toBe(404)
    expect((await outcome(ada, 999, outcomeBody, 'a')).status).toBe(404)
    expect((await outcome(ada, scaffold.runId, outcomeBody, 'a')).status).toBe(200)
  })

  test('recordOutcome 422 above twenty outcomes, 200 for a repeated one, and 400 for an invalid body or number', async () => {
    const key = await builderKey()
    const { body: scaffold } = await codegen(key, { intention: INTENTION })
    for (let at = 1; at <= 20; at++)
      expect((await outcome(key, scaffold.runId, { status: 'failed', notes: `try ${at}` })).body.outcomes).toBe(at)
    const full = await outcome<FaultBody>(key, scaffold.runId, { status: 'deployed' })
    expect([full.status, full.body.code]).toEqual([422, 'too_many_outcomes'])
    expect((await outcome(key, scaffold.runId, { status: 'failed', notes: 'try 3' })).status).toBe(200)
    for (const wrong of [
      { status: 'great' },
      { status: 'deployed', url: 'ftp://a.example/x' },
      { status: 'deployed', notes: 'x'.repeat(1_001) },
    ])
      expect((await outcome(key, scaffold.runId, wrong)).status).toBe(400)
    expect((await outcome(key, 'first', { status: 'deployed' })).status).toBe(400)
  })
})
