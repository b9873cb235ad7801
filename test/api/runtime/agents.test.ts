import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { askRole, bootstrapRole, CONSULTATION_BODY, freeKey, memoryOf, paidKey } from './agents-world.ts'
import { type FaultBody, runtimeKey } from './runtime-world.ts'
import { advisoryOf, grimoireOf, recall, receiptOf, verifyOf } from './stored-results-world.ts'

afterEach(endOutages)

/** Lets concurrent requests of the organization issue their receipts first, five times. */
const conflictFiveTimes = () =>
  planOutage({
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'runtime-agents',
    times: 5,
    status: 400,
    type: 'TransactionCanceledException',
    body: { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(10).fill({ Code: 'None' })] },
  })

/** Throttles all transactions of the function until the outage ends. Authentication makes none. */
const throttleTransactions = () =>
  planOutage({
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'runtime-agents',
    times: 1_000,
    type: 'ProvisionedThroughputExceededException',
  })

describe('POST /agents/run', () => {
  test('runAgent 200: five positions, the same input gives the same advice, nothing is stored', async () => {
    const key = await paidKey()
    const firstRun = await askRole(key, CONSULTATION_BODY)
    const secondRun = await askRole(key, CONSULTATION_BODY)
    expect(firstRun.status).toBe(200)
    expect(firstRun.body.symbolicResponse.positions.map(({ position }) => position)).toEqual([
      'situation',
      'blind_spot',
      'risk',
      'option',
      'first_step',
    ])
    expect(secondRun.body.analysis).toEqual(firstRun.body.analysis)
    expect(firstRun.body).not.toHaveProperty('hash')
    expect((await memoryOf(key, 'cto')).body.exists).toBe(false)
  })

  test('runAgent 200 for every role, as prose on request', async () => {
    const key = await paidKey()
    for (const role of ['cfo', 'cmo', 'cpo', 'architect', 'mara', 'sera']) {
      const { status, body } = await askRole(key, { ...CONSULTATION_BODY, role, responseMode: 'narrative' })
      expect([status, body.role, body.response.startsWith('#')]).toEqual([200, role, false])
    }
  })

  test('runAgent 200 with inscribe: the run has a receipt and appears in advisory, grimoire, recall and memory', async () => {
    const key = await paidKey()
    const context = { exposure: 'public', team: 3, regions: ['eu', 'us'] }
    const firstRun = await askRole(key, { ...CONSULTATION_BODY, context, inscribe: true })
    const hash = String(firstRun.body.hash)
    expect([firstRun.status, firstRun.body.receipt?.verifyUrl.endsWith(`/verify/${hash}`)]).toEqual([200, true])
    const { body: receipt } = await receiptOf(key, `/receipt/${hash}`)
    expect([receipt.kind, receipt.opening?.claims.role]).toEqual(['agent.run', 'cto'])
    const { body: verified } = await verifyOf(key, `/verify/${hash}`)
    expect([verified.valid, verified.checks.replay?.status, verified.checks.claims?.status]).toEqual([
      true,
      'pass',
      'pass',
    ])
    const secondRun = await askRole(key, { ...CONSULTATION_BODY, context, inscribe: true })
    expect([secondRun.body.hash === hash, secondRun.body.metadata.memory.tick]).toEqual([false, 1])
    expect((await verifyOf(key, `/verify/${secondRun.body.hash}`)).body.checks.replay?.status).toBe('pass')
    const advisory = await advisoryOf(key, `/advisory/${hash}`)
    expect([advisory.body.kind, advisory.body.superseded_by]).toEqual(['agent.run', secondRun.body.hash])
    const { body: grimoire } = await grimoireOf(key, '/grimoire/default?kind=agent.run&role=cto')
    expect(grimoire.readings.map((entry) => entry.hash)).toEqual([secondRun.body.hash, hash])
    const { body: recalled } = await recall(key, { where: 'role = cto and fact.exposure = public' })
    expect(recalled.matches.map(({ reading }) => reading.hash)).toEqual([secondRun.body.hash, hash])
    const { body: memory } = await memoryOf(key, 'cto')
    expect([memory.exists, memory.tick, memory.recentMemories?.map((run) => run.hash)]).toEqual([
      true,
      2,
      [secondRun.body.hash, hash],
    ])
    expect(memory.zones.discard.length).toBeGreaterThan(0)
    expect((await memoryOf(key, 'cfo')).body.exists).toBe(false)
  })

  test('runAgent 200 with the first run for a repeated Idempotency-Key, 422 for another body; two concurrent runs get consecutive ticks', async () => {
    const key = await paidKey()
    const body = { ...CONSULTATION_BODY, inscribe: true }
    const keyedOptions = { idempotencyKey: 'k' }
    const keyedRun = await askRole(key, body, keyedOptions)
    const repeatedRun = await askRole(key, body, keyedOptions)
    expect([repeatedRun.status, repeatedRun.body.hash]).toEqual([200, keyedRun.body.hash])
    const mismatch = await askRole<FaultBody>(key, { ...body, intention: 'Another' }, keyedOptions)
    expect([mismatch.status, mismatch.body.code]).toEqual([422, 'idempotency_mismatch'])
    const concurrentRuns = await Promise.all(['a', 'b'].map((idempotencyKey) => askRole(key, body, { idempotencyKey })))
    expect(concurrentRuns.map(({ status }) => status)).toEqual([200, 200])
    expect(concurrentRuns.map(({ body }) => body.metadata.memory.tick).toSorted()).toEqual([1, 2])
    expect((await memoryOf(key, 'cto')).body.tick).toBe(3)
  })

  test('runAgent 200 for ciso bound to a run of cto; 422 without facts, and for a receipt that is not such a run', async () => {
    const key = await paidKey()
    const foreignKey = await paidKey()
    const cto = await askRole(key, { ...CONSULTATION_BODY, inscribe: true })
    const facts = { ...cto.body.envelope?.bindings }
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(['exposure', 'data_classes', 'trigger']))
    const ciso = { ...CONSULTATION_BODY, role: 'ciso' }
    const boundRun = await askRole(key, {
      ...ciso,
      bundle_bindings: { ...facts, receipt: cto.body.hash },
      inscribe: true,
    })
    expect([boundRun.status, boundRun.body.metadata.bound_from]).toEqual([200, cto.body.hash])
    const newest = await askRole(key, { ...ciso, bundle_from: 'newest', inscribe: true })
    expect([newest.status, newest.body.metadata.bound_from]).toEqual([200, cto.body.hash])
    const { body: verified } = await verifyOf(key, `/verify/${newest.body.hash}`)
    expect(verified.checks.replay?.status).toBe('pass')
    const withoutCtoRun = await askRole<FaultBody>(foreignKey, { ...ciso, bundle_from: 'newest' })
    expect([withoutCtoRun.status, withoutCtoRun.body.code]).toEqual([422, 'bundle_bindings_required'])
    const incomplete = await askRole<FaultBody & { missing: string[] }>(key, {
      ...ciso,
      bundle_bindings: { trigger: 'http' },
    })
    expect([incomplete.status, incomplete.body.code, incomplete.body.missing]).toEqual([
      422,
      'bundle_bindings_required',
      ['exposure', 'data_classes'],
    ])
    for (const [asker, receipt, querents] of [
      [foreignKey, cto.body.hash, undefined],
      [key, boundRun.body.hash, undefined],
      [key, 'f'.repeat(64), undefined],
      [key, cto.body.hash, 'another'],
    ] as const) {
      const refused = await askRole<FaultBody>(
        asker,
        { ...ciso, bundle_bindings: { ...facts, receipt } },
        querents === undefined ? {} : { querents },
      )
      expect([refused.status, refused.body.code]).toEqual([422, 'bundle_bindings_unknown'])
    }
  })

  test('runAgent 400: unknown role with roles, wrong fields by name, malformed JSON', async () => {
    const key = await paidKey()
    const unknown = await askRole<FaultBody & { roles: string[] }>(key, { ...CONSULTATION_BODY, role: 'ceo' })
    expect([unknown.status, unknown.body.code, unknown.body.roles.length]).toEqual([400, 'unknown_role', 8])
    for (const [wrongFields, field] of [
      [{ intention: ' ' }, 'intention'],
      [{ painSignals: Array(13).fill('late') }, 'painSignals'],
      [{ context: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`c${at}`, at])) }, 'context'],
      [{ context: { long: 'x'.repeat(2_001) } }, 'context.long'],
      [{ bundle_bindings: { receipt: 'nothing' } }, 'bundle_bindings.receipt'],
      [{ bundle_bindings: { trigger: 'http' }, bundle_from: 'newest' }, 'bundle_from'],
      [{ seed: -1 }, 'seed'],
      [{ responseMode: 'symbolic' }, 'responseMode'],
      [{ more: 1 }, 'more'],
    ] as const) {
      const refused = await askRole<FaultBody>(key, { ...CONSULTATION_BODY, ...wrongFields })
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
    }
  })

  test('runAgent 401, 403 without the scope and on the free plan, 413, 415', async () => {
    const free = await freeKey()
    const readKey = await runtimeKey()
    expect((await askRole('plat_nobody', CONSULTATION_BODY)).status).toBe(401)
    expect((await askRole<FaultBody>(readKey, CONSULTATION_BODY)).body.code).toBe('forbidden')
    const refused = await askRole<FaultBody & { upgrade: string }>(free, CONSULTATION_BODY)
    expect([refused.status, refused.body.code]).toEqual([403, 'plan_required'])
    expect((await askRole(free, { ...CONSULTATION_BODY, context: { big: 'x'.repeat(600_000) } })).status).toBe(413)
    const plain = await call('POST', '/agents/run', {
      key: free,
      raw: 'cto',
      headers: { 'content-type': 'text/plain' },
      as: 'runAgent',
    })
    expect(plain.status).toBe(415)
  })

  test('runAgent 409 after conflicts, 503 while the table is busy; nothing is stored, and a retry works', async () => {
    const key = await paidKey()
    const body = { ...CONSULTATION_BODY, inscribe: true }
    await conflictFiveTimes()
    const refused = await askRole<FaultBody>(key, body, { idempotencyKey: 'k' })
    expect([refused.status, refused.body.code]).toEqual([409, 'receipt_conflict'])
    await endOutages()
    await throttleTransactions()
    expect((await askRole(key, body, { idempotencyKey: 'k' })).status).toBe(503)
    await endOutages()
    expect((await memoryOf(key, 'cto')).body.exists).toBe(false)
    expect((await askRole(key, body, { idempotencyKey: 'k' })).status).toBe(200)
  })

  test('runAgent does not use the memory of other querents or API keys', async () => {
    const ada = await paidKey()
    const bob = await paidKey()
    await askRole(ada, { ...CONSULTATION_BODY, inscribe: true }, { querents: 'a' })
    expect((await memoryOf(ada, 'cto', 'a')).body.exists).toBe(true)
    for (const [key, querents] of [
      [ada, 'b'],
      [ada, undefined],
      [bob, 'a'],
    ] as const)
      expect((await memoryOf(key, 'cto', querents)).body.exists).toBe(false)
  })
})

describe('POST /agents/bootstrap', () => {
  const SIGNALS = ['Three outages of checkout last month', 'Checkout was down on Friday', 'An outage of checkout again']

  test('bootstrapAgent 200 with signal type, confidence and candidates', async () => {
    const key = await paidKey()
    const { status, body } = await bootstrapRole(key, { role: 'mara', domain: 'payments', internalSignals: SIGNALS })
    expect(status).toBe(200)
    expect(body).toMatchObject({ role: 'mara', signalType: 'incident', methodologyConfidence: 'high' })
    expect((await bootstrapRole(key, { role: 'cto' })).body).toMatchObject({ signalType: 'none' })
  })

  test('bootstrapAgent 400, 401, 403', async () => {
    const key = await paidKey()
    const free = await freeKey()
    const readKey = await runtimeKey()
    const unknown = await bootstrapRole<FaultBody>(key, { role: 'ceo' })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_role'])
    const tooManySignals = await bootstrapRole<FaultBody>(key, { role: 'cto', internalSignals: Array(21).fill('x') })
    expect([tooManySignals.status, tooManySignals.body.errors?.[0]?.field]).toEqual([400, 'internalSignals'])
    expect((await bootstrapRole('plat_nobody', { role: 'cto' })).status).toBe(401)
    expect((await bootstrapRole<FaultBody>(readKey, { role: 'cto' })).body.code).toBe('forbidden')
    expect((await bootstrapRole<FaultBody>(free, { role: 'cto' })).body.code).toBe('plan_required')
  })
})

describe('GET /agents/memory/:role', () => {
  test('getAgentMemory 200 before the first run: all cards remain', async () => {
    const { status, body } = await memoryOf(await runtimeKey(), 'ciso')
    expect([status, body.exists, body.zones.deck.length]).toEqual([200, false, body.entropy.totalCards])
    expect(body.entropy.transCapacity).toBe(1)
  })

  test('getAgentMemory 400 with roles, 401', async () => {
    const unknown = await memoryOf<FaultBody>(await runtimeKey(), 'ceo')
    expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_role'])
    expect((await memoryOf('plat_nobody', 'cto')).status).toBe(401)
  })
})

test('runHarness 200 with a step agent; the step fails with forbidden without the scope, with plan_required on the free plan', async () => {
  const steps = [
    { id: 'asked', use: 'agent', with: { ...CONSULTATION_BODY, inscribe: true } },
    { id: 'check', use: 'assert', with: { left: '$' + '{asked/role}', op: '=', right: 'cto' } },
  ]
  const run = (key: string) =>
    call<{ ok: boolean; steps: { error?: { code: string } }[] }>('POST', '/harness/run', {
      key,
      body: { name: 'ask', steps },
      as: 'runHarness',
    })
  expect((await run(await paidKey())).body.ok).toBe(true)
  for (const [key, code] of [
    [await runtimeKey(), 'forbidden'],
    [await freeKey(), 'plan_required'],
  ] as const) {
    const { status, body } = await run(key)
    expect([status, body.ok, body.steps[0]?.error?.code]).toEqual([200, false, code])
  }
})
