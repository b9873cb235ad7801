import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { type FaultBody, runtimeKey, SCRIPT } from './runtime-world.ts'
import { builderKey } from './scaffold-world.ts'
import { GRADE_REQUEST, type Graded, grade, verifyOf } from './stored-results-world.ts'

/** A reference to a part of an earlier output, joined because the linter forbids placeholders in plain strings. */
const placeholder = (path: string): string => ['$', '{', path, '}'].join('')

describe('POST /grader/run', () => {
  test('runGrader 200: the same request returns the same grade and receipt, and can be replayed; passed is null without a minimum', async () => {
    const key = await runtimeKey()
    const firstGrade = await grade(key, GRADE_REQUEST)
    const secondGrade = await grade(key, GRADE_REQUEST)
    expect([firstGrade.status, firstGrade.body.passed, firstGrade.body.rubric.version]).toEqual([200, false, '1.0.0'])
    expect(firstGrade.body.gaps.length).toBeGreaterThan(0)
    expect(secondGrade.body).toEqual(firstGrade.body)
    const { body } = await verifyOf(key, `/verify/${firstGrade.body.hash}`)
    expect([body.valid, body.checks.replay?.status]).toEqual([true, 'pass'])
    const { expectedMinimumScore: _, ...caseWithoutMinimum } = GRADE_REQUEST.case
    expect((await grade(key, { ...GRADE_REQUEST, case: caseWithoutMinimum })).body.passed).toBeNull()
  })

  test('runGrader 400 for an unknown grader version and an artifact above 128 KiB, 404 for a missing rubric', async () => {
    const key = await runtimeKey()
    const version = await grade<FaultBody & { known: string[] }>(key, { ...GRADE_REQUEST, graderVersion: '0.1.0' })
    expect([version.status, version.body.code, version.body.known]).toEqual([400, 'unknown_grader_version', ['1.0.0']])
    const rubricDeck = { name: 'rubric-none' }
    const rubric = await grade<FaultBody>(key, { ...GRADE_REQUEST, case: { ...GRADE_REQUEST.case, rubricDeck } })
    expect([rubric.status, rubric.body.code]).toEqual([404, 'unknown_deck'])
    const artifact = { ...GRADE_REQUEST.case.artifact, content: 'x'.repeat(128 * 1024 + 1) }
    const long = await grade<FaultBody>(key, { ...GRADE_REQUEST, case: { ...GRADE_REQUEST.case, artifact } })
    expect([long.status, long.body.errors?.[0]?.field]).toEqual([400, 'case.artifact.content'])
  })
})

describe('tools of agents', () => {
  interface InvocationBody {
    readonly tool: string
    readonly ok: boolean
    readonly result?: Graded
    readonly error?: { readonly code: string }
  }
  const invoke = (key: string, body: object) =>
    call<InvocationBody>('POST', '/mcp/invoke', { key, body, as: 'invokeRuntimeTool' })

  test('listRuntimeTools 200 with the schemas of arguments', async () => {
    const key = await runtimeKey()
    const { status, body } = await call<{ tools: readonly { tool: string; input_schema: object }[] }>(
      'GET',
      '/mcp/tools',
      { key, as: 'listRuntimeTools' },
    )
    expect([status, body.tools.map(({ tool }) => tool)]).toEqual([200, ['signet.run_grader']])
    expect(body.tools[0]?.input_schema).toMatchObject({ type: 'object' })
  })

  test('invokeRuntimeTool 200: the grade of the route, or the error', async () => {
    const key = await runtimeKey()
    const { body } = await grade(key, GRADE_REQUEST)
    const invoked = await invoke(key, { tool: 'signet.run_grader', args: GRADE_REQUEST })
    expect([invoked.status, invoked.body.ok, invoked.body.result?.hash]).toEqual([200, true, body.hash])
    const codes = []
    for (const toolCall of [
      { tool: 'signet.none' },
      { tool: 'signet.run_grader', args: {} },
      { tool: 'signet.run_grader', args: { ...GRADE_REQUEST, graderVersion: '9' } },
    ])
      codes.push((await invoke(key, toolCall)).body.error?.code)
    expect(codes).toEqual(['UNKNOWN_TOOL', 'INVALID_ARGUMENTS', 'UNKNOWN_GRADER_VERSION'])
  })
})

describe('POST /harness/run', () => {
  interface PipelineBody {
    readonly ok: boolean
    readonly steps: readonly { id: string; ok: boolean; skipped?: boolean; hash?: string; error?: { code: string } }[]
    readonly facts: Readonly<Record<string, unknown>>
    readonly hash?: string
  }
  const harness = <Body = PipelineBody>(key: string, body: object) =>
    call<Body>('POST', '/harness/run', { key, body, as: 'runHarness' })

  test('runHarness 200: steps use earlier outputs, and are skipped if their condition is false', async () => {
    const key = await runtimeKey()
    const { status, body } = await harness(key, {
      name: 'webhook',
      seed: 7,
      inputs: { intention: 'A webhook receiver for Stripe' },
      steps: [
        { id: 'c', use: 'classify', with: { intention: placeholder('inputs/intention') }, save_as: 'found' },
        {
          id: 'r',
          use: 'run',
          when: 'c.ok and found.classification.pattern = "webhook-receiver"',
          with: {
            script: SCRIPT,
            lenient: true,
            inscribe: true,
            querent: { intention: `Of ${placeholder('c/classification/pattern')}` },
          },
          expect: { path: '/seed', op: '=', value: 7 },
        },
        { id: 'never', use: 'classify', when: 'not c.ok', with: {} },
        { id: 'again', use: 'recall', with: {}, expect: { path: '/scanned', op: '>=', value: 1 } },
        {
          id: 'is',
          use: 'assert',
          with: { left: placeholder('r/hash'), op: '=', right: placeholder('again/matches/0/reading/hash') },
        },
      ],
    })
    expect([status, body.ok]).toEqual([200, true])
    expect(body.steps.map(({ id, ok, skipped }) => [id, ok, skipped ?? false])).toEqual([
      ['c', true, false],
      ['r', true, false],
      ['never', false, true],
      ['again', true, false],
      ['is', true, false],
    ])
    expect(body.hash).toBe(body.steps[1]?.hash)
    expect(body.facts).toHaveProperty('found')
  })

  test('runHarness 200: a step creates a scaffold as its route does, with scope and plan', async () => {
    const steps = [
      { id: 's', use: 'codegen', with: { intention: 'Keep orders', pattern: 'crud-api', inscribe: true } },
      { id: 't', use: 'codegen', with: { intention: 'Keep orders', pattern: 'crud-api', conversationId: 'c' } },
      { id: 'u', use: 'codegen', with: { intention: 'Keep orders', pattern: 'crud-api', conversationId: 'c' } },
      { id: 'is', use: 'assert', with: { left: placeholder('s/codegen/pattern'), op: '=', right: 'crud-api' } },
      { id: 'once', use: 'assert', with: { left: placeholder('t/runId'), op: '=', right: placeholder('u/runId') } },
    ]
    const keys = [
      await builderKey(),
      await builderKey({ scopes: ['runtime:read'] }),
      await builderKey({ isPaid: false }),
    ]
    const pipelines = await Promise.all(keys.map((key) => harness(key, { name: 'make', seed: 3, steps })))
    expect(pipelines.map(({ body: { steps: stepResults } }) => stepResults[0]?.error?.code)).toEqual([
      undefined,
      'forbidden',
      'plan_required',
    ])
    expect([pipelines[0]?.body.ok, pipelines[0]?.body.hash]).toEqual([true, pipelines[0]?.body.steps[0]?.hash])
  })

  test('runHarness 200 after a failed step: the remaining steps are skipped unless stop_on is end', async () => {
    const key = await runtimeKey()
    const steps = [
      { id: 'a', use: 'run', with: { spreadType: 'tarot' } },
      { id: 'b', use: 'classify', with: { intention: placeholder('a/none') } },
      { id: 'c', use: 'assert', with: { left: 1, op: '>', right: 2 } },
    ]
    const stopped = await harness(key, { name: 'x', steps })
    expect([stopped.body.ok, stopped.body.steps.map(({ skipped, error }) => [skipped ?? false, error?.code])]).toEqual([
      false,
      [
        [false, 'unknown_spread'],
        [true, undefined],
        [true, undefined],
      ],
    ])
    const all = await harness(key, { name: 'x', steps, stop_on: 'end' })
    expect(all.body.steps.map(({ error }) => error?.code)).toEqual([
      'unknown_spread',
      'invalid_input',
      'assertion_failed',
    ])
  })

  test('runHarness 400: a duplicate id, an invalid condition, no steps', async () => {
    const key = await runtimeKey()
    const step = { id: 'a', use: 'classify', with: {} }
    for (const [steps, field] of [
      [[step, step], 'steps.1.id'],
      [[{ ...step, when: 'a.ok ==' }], 'steps.0.when'],
      [[], 'steps'],
    ] as const) {
      const { status, body } = await harness<FaultBody>(key, { name: 'x', steps })
      expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    }
  })

  test('getClassifyTelemetry, getHarnessTelemetry, getScaffoldTelemetry 200: counts of the organization, without intentions', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    const intention = 'A webhook receiver for Stripe'
    await harness(ada, {
      name: 'x',
      steps: [
        { id: 'c', use: 'classify', with: { intention } },
        { id: 'f', use: 'run', with: {} },
      ],
    })
    const graded = await grade(ada, GRADE_REQUEST)
    await verifyOf(ada, `/verify/${graded.body.hash}`)
    const telemetryAt = async (key: string, path: string, as: string) =>
      (await call('GET', `/telemetry/${path}`, { key, as })).body
    const classify = await telemetryAt(ada, 'classify?limit=5', 'getClassifyTelemetry')
    expect(classify).toMatchObject({
      total: 1,
      by_pattern: { 'webhook-receiver': 1 },
      recent: [{ pattern: 'webhook-receiver' }],
    })
    expect(JSON.stringify(classify)).not.toContain(intention)
    expect(await telemetryAt(ada, 'harness', 'getHarnessTelemetry')).toMatchObject({
      runs: 1,
      failed: 1,
      by_step: { classify: { runs: 1, failed: 0 }, run: { runs: 1, failed: 1 } },
    })
    expect(await telemetryAt(ada, 'scaffold', 'getScaffoldTelemetry')).toMatchObject({
      window_hours: 24,
      runs: 0,
      p50_ms: null,
      replays: { checked: 1, mismatched: 0 },
    })
    expect(await telemetryAt(bob, 'classify', 'getClassifyTelemetry')).toMatchObject({
      total: 0,
      tier2_share: 0,
      recent: [],
    })
    expect(await telemetryAt(bob, 'harness', 'getHarnessTelemetry')).toEqual({ runs: 0, failed: 0, by_step: {} })
  })

  test('getSimTelemetry 200', async () => {
    const key = await runtimeKey()
    const { status, body } = await call('GET', '/telemetry/sim', { key, as: 'getSimTelemetry' })
    expect([status, Array.isArray(body.decks)]).toEqual([200, true])
  })
})
