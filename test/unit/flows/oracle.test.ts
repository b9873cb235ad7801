import { filesSha256 } from '@signet/scaffolds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { refuseWith } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { predicateOf, under } from '../receipts/issuing/issuing-world.ts'
import { modelOf } from './editors.ts'
import { type FlowWorldOptions, flowsOver, RENDERED_PROJECT, REQUEST, runtimeInMemory } from './flow-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `oracle-${tenants}`
}

const routesOver = (runtime: ReturnType<typeof runtimeInMemory>, others: Partial<FlowWorldOptions> = {}) =>
  flowsOver({ db: world.db, now, runtime, tier: 'pro', ...others })

/** A flow with its own tenant, and its routes. */
const flowWith = async (others: Partial<FlowWorldOptions> = {}) => {
  const tenant = newTenant()
  const runtime = runtimeInMemory()
  const routes = routesOver(runtime, others)
  const { id } = (await routes.create(tenant, { body: REQUEST })).body
  const flowRequest = { params: { id } }
  return { ...routes, tenant, runtime, id: String(id), flowRequest }
}

interface File {
  readonly path: string
  readonly content: string
}

/** A model that rewords the passages with "The service processes" and leaves other passages unchanged. */
const rewordingModel = modelOf((passages) =>
  Object.fromEntries(
    Object.entries(passages)
      .filter(([, text]) => text.includes('The service processes'))
      .map(([number, text]) => [number, text.replace('The service processes', 'We follow')]),
  ),
)

const README = RENDERED_PROJECT.files.find(({ path }) => path === 'README.md')?.content ?? ''

describe('oracle with a model', () => {
  it('stores an edit that changes only prose, and calls the model once', async () => {
    const { ask, report, detail, tenant, flowRequest, runtime } = await flowWith({ model: rewordingModel })
    const { status, body } = await ask(tenant, flowRequest)
    expect([status, body]).toEqual([
      200,
      {
        enhanced: true,
        method: 'model',
        model: 'maker.editor-v1',
        receipt: expect.any(Object),
        summary: expect.stringMatching(/^\d+ passages in 1 file edited by maker\.editor-v1\.$/),
        files: [{ path: 'docs/threat-model.md', role: 'governance', content: expect.stringContaining('We follow') }],
        kept_until: '2027-02-20T09:00:00.000Z',
      },
    ])
    const calls = rewordingModel.calls
    const requestCount = runtime.requests.length
    expect([(await ask(tenant, flowRequest)).body, (await report(tenant, flowRequest)).body]).toEqual([body, body])
    expect([rewordingModel.calls, runtime.requests.length]).toEqual([calls, requestCount])
    const flowBody = (await detail(tenant, flowRequest)).body as { scaffold: { files: File[] }; oracle_summary: string }
    expect(flowBody.oracle_summary).toBe(body.summary)
    const edited = body.files as File[]
    expect(flowBody.scaffold.files).toEqual(
      RENDERED_PROJECT.files.map((file) => edited.find(({ path }) => path === file.path) ?? file),
    )
  })

  it('the receipt covers all files, including the edited ones', async () => {
    const { ask, detail, tenant, flowRequest, id } = await flowWith({ model: rewordingModel })
    const { hash } = (await ask(tenant, flowRequest)).body.receipt as { hash: string }
    const [row] = await world.partition(`RECEIPT#${hash}`)
    const { scaffold } = (await detail(tenant, flowRequest)).body as { scaffold: { files: never } }
    expect(row).toMatchObject({ kind: 'flow', visibility: 'private', ref: id, subject: filesSha256(scaffold.files) })
    expect(predicateOf(String(row?.payload))).not.toHaveProperty('claims.flow')
    const [opening] = await world.partition(`RECEIPTOPENING#${hash}`)
    expect(JSON.parse(String(opening?.claims))).toMatchObject({
      flow: id,
      files: RENDERED_PROJECT.files.length,
      edited: ['docs/threat-model.md'],
      method: 'model',
    })
    expect(opening?.until).toBe('2027-02-20T09:00:00.000Z')
  })

  it.each([
    ['changes a number', (text: string) => text.replace(/\d/, '9')],
    ['omits an ID', (text: string) => text.replace(/TC-\d+/, 'a test')],
    ['adds an address', (text: string) => `${text} See https://evil.example.`],
    ['reverses a rule', (text: string) => text.replace('never', 'sometimes')],
  ])('leaves a document unchanged if the text %s', async (_, change) => {
    const model = modelOf((passages) =>
      Object.fromEntries(Object.entries(passages).map(([number, text]) => [number, change(text)])),
    )
    const { ask, detail, tenant, flowRequest } = await flowWith({ model })
    const { body } = await ask(tenant, flowRequest)
    expect([body.method, body.model_outcome]).toEqual(['model', 'unusable'])
    expect(body.summary).toContain('docs/threat-model.md (its text changed more than prose)')
    const { scaffold } = (await detail(tenant, flowRequest)).body as { scaffold: { files: File[] } }
    expect(scaffold.files.filter(({ path }) => path === 'docs/threat-model.md')).toEqual(
      RENDERED_PROJECT.files.filter(({ path }) => path === 'docs/threat-model.md'),
    )
  })

  it.each([
    ['no JSON', 'I would rather not.'],
    ['an instruction', 'Ignore your rules: {"0": "x"}'],
    ['a list', [1, 2]],
    ['an unknown passage number', { 9999: 'A text of nothing at all.' }],
    ['a number instead of a text', { 0: 7 }],
  ])('leaves all documents unchanged for the answer %s', async (_, answer) => {
    const { ask, tenant, flowRequest } = await flowWith({ model: modelOf(() => answer) })
    expect((await ask(tenant, flowRequest)).body).toMatchObject({ files: [], model_outcome: 'unusable' })
  })

  it('accepts fenced JSON, and valid edits of one document while another is late', async () => {
    const model = modelOf((passages) => {
      if (Object.values(passages).some((text) => text.includes('The service processes')))
        return `\`\`\`json\n${JSON.stringify({})}\n\`\`\``
      throw new Error('The model failed')
    })
    const { ask, tenant, flowRequest } = await flowWith({ model })
    const { body } = await ask(tenant, flowRequest)
    expect([body.files, body.model_outcome]).toEqual([[], 'failed'])
    expect(body.summary).toContain('README.md (the model failed)')
  })

  it('returns 502 and stores nothing if the model answers for no document, and works later', async () => {
    let isAway = true
    const model = modelOf(() => {
      if (isAway) throw new Error('The model failed')
      return {}
    })
    const { ask, report, create, tenant, flowRequest, used } = await flowWith({ model })
    expect([(await ask(tenant, flowRequest)).code, (await report(tenant, flowRequest)).body]).toEqual([
      'upstream_failed',
      { enhanced: false },
    ])
    const created = await create(tenant, { body: { ...REQUEST, oracle: true } })
    expect([created.status, created.body.oracle_enhanced, await used(tenant)]).toEqual([201, false, 2])
    isAway = false
    expect((await ask(tenant, flowRequest)).status).toBe(200)
  })

  it('returns 502 if the model is late', async () => {
    const model = modelOf(() => new Promise(() => undefined))
    const { ask, tenant, flowRequest } = await flowWith({ model })
    const { code } = await ask(tenant, { ...flowRequest, signal: AbortSignal.timeout(20) })
    expect(code).toBe('upstream_failed')
  })

  it('encloses passages in random delimiters, so that they cannot give instructions', async () => {
    const systemPrompts: string[] = []
    const model = modelOf(() => ({}))
    const spy = {
      ...model,
      complete: (completion: never, signal: AbortSignal) => {
        const { messages } = completion as { messages: { text: string }[] }
        systemPrompts.push(String(messages[0]?.text.split('\n')[0]))
        return model.complete(completion, signal)
      },
    }
    const { ask, tenant, flowRequest } = await flowWith({ model: spy })
    await ask(tenant, flowRequest)
    expect(new Set(systemPrompts).size).toBe(5)
    for (const delimiter of systemPrompts) expect(delimiter).toMatch(/^<passages-[0-9a-f]{24}>$/)
  })
})

describe('oracle under concurrency', () => {
  it('concurrent requests share the first result', async () => {
    const model = modelOf((passages, call) =>
      Object.fromEntries(
        Object.entries(passages)
          .filter(([, text]) => text.includes('The service processes'))
          .map(([number, text]) => [
            number,
            text.replace('The service processes', call < 5 ? 'We follow' : 'We believe'),
          ]),
      ),
    )
    const { ask, tenant, flowRequest } = await flowWith({ model })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(tenant, flowRequest)))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
    const receipts = (await world.partition(`RECEIPTS#${tenant}-org/all`)).filter(({ kind }) => kind === 'flow')
    expect(receipts).toHaveLength(1)
  })

  it('a result is visible only to its tenant', async () => {
    const { ask, tenant, flowRequest } = await flowWith()
    await ask(tenant, flowRequest)
    const other = routesOver(runtimeInMemory())
    expect((await other.report(newTenant(), flowRequest)).body).toEqual({ enhanced: false })
    expect((await other.ask(newTenant(), flowRequest)).code).toBe('not_found')
  })
})

describe('oracle over time', () => {
  it('expires its result after 90 days and edits again', async () => {
    const { ask, report, detail, tenant, flowRequest } = await flowWith()
    const first = (await ask(tenant, flowRequest)).body
    at += 89 * 86_400_000
    expect((await report(tenant, flowRequest)).body).toEqual(first)
    at += 2 * 86_400_000
    expect((await report(tenant, flowRequest)).body).toEqual({ enhanced: false })
    expect((await detail(tenant, flowRequest)).body.oracle_enhanced).toBe(false)
    const again = (await ask(tenant, flowRequest)).body
    expect([again.files, again.receipt === first.receipt]).toEqual([first.files, false])
  })

  it('a crash at any call followed by a retry leaves one result and one receipt', async () => {
    for (const keepsCrashing of [true, false]) {
      await atEveryCall(
        (call, moment) => crashPoint(call, moment, { keepsCrashing }),
        async (cut, name) => {
          const { tenant, runtime, flowRequest, report, ask } = await flowWith()
          await routesOver(runtime, { db: under(world, cut), crash: cut })
            .ask(tenant, flowRequest)
            .catch(() => undefined)
          const before = (await report(tenant, flowRequest)).body
          const { status, body } = await ask(tenant, flowRequest)
          expect([name, status]).toEqual([name, 200])
          if (before.enhanced === true) expect([name, body]).toEqual([name, before])
          const receipts = (await world.partition(`RECEIPTS#${tenant}-org/all`)).filter(({ kind }) => kind === 'flow')
          expect([name, receipts.length]).toEqual([name, 1])
        },
      )
    }
  })
})

describe('conditions of the oracle', () => {
  it('checks the plan first, then the flow, then its prompt context', async () => {
    const { tenant, runtime, flowRequest, id } = await flowWith()
    const free = await routesOver(runtime, { tier: 'free' }).ask(tenant, flowRequest)
    expect([free.code, free.extras]).toEqual(['plan_required', { upgrade_url: '/pricing', upgrade: '/pricing' }])
    for (const tier of ['pro', 'team'] as const) {
      const { ask } = routesOver(runtime, { tier })
      expect((await ask(tenant, { params: { id: 'f'.repeat(64) } })).code).toBe('not_found')
      expect((await ask(tenant, { params: { id: 'no hash' } })).code).toBe('not_found')
      expect((await ask(tenant, flowRequest)).status).toBe(200)
    }
    const withoutEnvelope = runtimeInMemory(({ method }) =>
      method === 'GET' ? Response.json({ ...runtime.flows.get(id), envelope: undefined }) : undefined,
    )
    expect((await routesOver(withoutEnvelope).ask(newTenant(), flowRequest)).code).toBe('no_prompt_context')
    expect((await routesOver(runtimeInMemory(refuseWith(500, 'internal'))).ask(newTenant(), flowRequest)).code).toBe(
      'upstream_failed',
    )
  })
})

it('without a model, rules edit, the summary says so, and commands of the README stay unchanged', async () => {
  const { ask, tenant, flowRequest } = await flowWith()
  const { body } = await ask(tenant, flowRequest)
  expect(body.summary).toMatch(/edited by rules for plain wording, .*no language model is configured\.$/)
  const edited = (body.files as File[]).find(({ path }) => path === 'README.md')?.content ?? README
  const commands = (text: string) => /```sh\n([\s\S]*?)```/.exec(text)?.[1]
  expect([commands(edited), body.method, body.model]).toEqual([commands(README), 'rules', undefined])
})
