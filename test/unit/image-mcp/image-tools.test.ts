import { describe, expect, it } from 'vitest'
import { imageWorld, job, pending } from './image-world.ts'

const createdJob = () => ({ status: 201, body: job })
const refused =
  (status: number, code: string, more: object = {}) =>
  () => ({
    status,
    body: { error: `It is ${code}`, code, ...more },
  })

describe('generate_image', () => {
  it('calls for the tenant of the caller, whose account pays within its grant, without its credential', async () => {
    const { call, requests } = imageWorld(createdJob)
    const caller = { kind: 'oauth', tenantId: 't1', accountId: 'a1', clientId: 'c1', grantId: 'g1' } as const
    expect(await call('generate_image', { prompt: 'a fox' }, caller)).toMatchObject({ output: { state: 'completed' } })
    const [first] = requests
    expect(first?.claims).toMatchObject({
      aud: 'images',
      tenant: 't1',
      pays: { accountId: 'a1', clientId: 'c1', grantId: 'g1' },
    })
    expect(first?.headers.get('prefer')).toBe('wait=21')
  })

  it('returns the job id and check_job if the image is not ready in time', async () => {
    const { call } = imageWorld(() => ({ status: 202, body: pending, headers: { 'retry-after': '1' } }))
    const { text, output, pictures, links } = (await call('generate_image', { prompt: 'a fox' })) as never as {
      text: string
      output: object
      pictures: unknown[]
      links: unknown[]
    }
    expect(output).toMatchObject({ job_id: job.job_id, state: 'processing', asset_url: null })
    expect(text).toContain(`Call check_job with {"job_id":"${job.job_id}"}`)
    expect([pictures, links]).toEqual([[], []])
  })

  it('waits briefly for a client that supports tasks, and returns the task of an unfinished job', async () => {
    const { call, requests } = imageWorld(() => ({ status: 202, body: pending, headers: { 'retry-after': '1' } }))
    const found = await call('generate_image', { prompt: 'a fox' }, {}, { acceptsTask: true })
    expect(found).toMatchObject({ output: { job_id: job.job_id }, task: { id: job.job_id, pollMs: 3000 } })
    expect(requests[0]?.headers.get('prefer')).toBe('wait=5')
    const done = await imageWorld(createdJob).call('generate_image', { prompt: 'a fox' }, {}, { acceptsTask: true })
    expect(done).not.toHaveProperty('task')
  })

  it('sends the same key for the same call of a tenant within a minute, otherwise another key', async () => {
    const { call, requests, clock } = imageWorld(createdJob)
    await call('generate_image', { prompt: 'a fox', seed: 1 })
    await call('generate_image', { seed: 1, prompt: 'a fox', quality_tier: 'standard' })
    await call('generate_image', { prompt: 'a fox', seed: 2 })
    await call('generate_image', { prompt: 'a fox', seed: 1 }, { tenantId: 'another' })
    clock.now = new Date('2026-11-22T12:01:30Z')
    await call('generate_image', { prompt: 'a fox', seed: 1 })
    const keys = requests.filter(({ method }) => method === 'POST').map(({ body }) => body.idempotency_key)
    expect(keys[0]).toBe(keys[1])
    expect(new Set(keys).size).toBe(4)
  })

  it('returns the picture, or only a link to it', async () => {
    const { call } = imageWorld(createdJob)
    const inline = await call('generate_image', { prompt: 'a fox' })
    expect(inline).toMatchObject({ pictures: [{ mediaType: 'image/webp' }], links: [{ uri: job.asset_url }] })
    const linked = await call('generate_image', { prompt: 'a fox' }, {}, { images: 'link' })
    expect(linked).toMatchObject({ pictures: [], links: [{ uri: job.asset_url }] })
  })

  const insufficientQuote = { gates: { balance: 'insufficient_credits' }, price: 10, balance: 4, dry_run: true }

  it('refuses exhausted credits before a provider-a model is called, and names where to buy more', async () => {
    const expensiveInput = { prompt: 'a fox', provider_a_model: 'provider-a-image-2' }
    const { call, requests } = imageWorld(() => ({ status: 200, body: insufficientQuote }))
    expect((await call('generate_image', expensiveInput)).failure).toMatchObject({
      code: 'QUOTA_EXHAUSTED',
      message: 'provider-a-image-2 costs 10 credits, but only 4 are available',
      hint: expect.stringContaining('billing_purchase_credits'),
      next: { tool: 'billing_purchase_credits', arguments: { packId: 'agent-credits-500' } },
    })
    expect(requests.map(({ body }) => body.dry_run)).toEqual([true])
    const purchase = { packId: 'agent-credits-500', idempotencyKey: 'once' }
    expect(await call('billing_purchase_credits', purchase)).toMatchObject({
      output: { credits: 500, balance: 504 },
    })
  })
})

describe('refusals of the image service', () => {
  it.each([
    ['insufficient_credits', 429, 'QUOTA_EXHAUSTED'],
    ['budget_exhausted', 429, 'BUDGET_EXHAUSTED'],
    ['key_budget_exhausted', 429, 'KEY_BUDGET_EXHAUSTED'],
    ['plan_required', 402, 'PLAN_REQUIRED'],
    ['model_locked', 403, 'MODEL_LOCKED'],
    ['model_retired', 400, 'MODEL_RETIRED'],
    ['content_rejected', 422, 'CONTENT_REJECTED'],
    ['upstream_failed', 502, 'GENERATION_FAILED'],
    ['invalid_input', 400, 'INVALID_ARGUMENTS'],
    ['invalid_json', 400, 'INVALID_ARGUMENTS'],
    ['unheard_of', 400, 'INVALID_ARGUMENTS'],
    ['not_found', 404, 'JOB_NOT_FOUND'],
  ] as const)('%s with status %i is reported with the next step', async (code, status, reportedCode) => {
    const { call } = imageWorld(refused(status, code))
    const { failure } = await call('generate_image', { prompt: 'a fox' })
    expect(failure).toMatchObject({ code: reportedCode, message: `It is ${code}`, hint: expect.stringMatching(/\w/) })
  })

  it('a call whose job was removed within the minute is reported without the internal key', async () => {
    const errors = [{ field: 'idempotency_key', message: 'belongs to a job that was deleted' }]
    const { call } = imageWorld(refused(400, 'invalid_input', { errors }))
    const { failure } = await call('generate_image', { prompt: 'a fox' })
    expect(failure).toMatchObject({ code: 'JOB_REMOVED', hint: expect.stringContaining('another seed') })
    expect(JSON.stringify(failure)).not.toContain('idempotency_key')
  })

  it('an unknown model names list_models', async () => {
    const errors = [{ field: 'edge_model', message: 'is not an edge model' }]
    const { call } = imageWorld(refused(400, 'invalid_input', { errors }))
    const { failure } = await call('generate_image', { prompt: 'a fox', edge_model: 'nobody' })
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENTS', next: { tool: 'list_models', arguments: {} } })
  })

  it('variations of an unfinished job name check_job', async () => {
    const errors = [{ field: 'id', message: 'refers to a job that is queued, not completed' }]
    const { call } = imageWorld(refused(400, 'invalid_input', { errors }))
    const { failure } = await call('create_variation', { job_id: job.job_id })
    expect(failure).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      next: { tool: 'check_job', arguments: { job_id: job.job_id } },
    })
  })

  it('an exhausted budget names the Agents page', async () => {
    const { call } = imageWorld(refused(429, 'budget_exhausted', { left: 1, required: 2 }))
    const { failure } = await call('generate_image', { prompt: 'a fox' })
    expect(failure?.hint).toContain('https://platform.example/agents')
  })

  it('no response is reported as UNAVAILABLE with the same call', async () => {
    const { call } = imageWorld(() => undefined)
    expect((await call('check_job', { job_id: job.job_id })).failure).toMatchObject({
      code: 'UNAVAILABLE',
      retry_after_s: 2,
    })
  })

  it('an unexpected code throws', async () => {
    const { call } = imageWorld(refused(418, 'teapot'))
    expect((await call('list_models')).failure).toMatchObject({ code: 'INTERNAL' })
  })
})

describe('create_variation', () => {
  it('creates variations together and reports unfinished ones', async () => {
    const other = { ...pending, job_id: '0199c5a4-8a3e-4c1b-a2d4-5e6f7a8b9c0e' }
    const { call, requests } = imageWorld(({ method, path }) => {
      if (method === 'POST') return { status: 202, body: { jobs: [pending, other] }, headers: { 'retry-after': '1' } }
      return { status: 200, body: path.endsWith(job.job_id) ? job : other }
    })
    const found = await call('create_variation', { job_id: job.job_id, count: 2 })
    expect(found).toMatchObject({ output: { jobs: [{ state: 'completed' }, { state: 'processing' }] }, pictures: [{}] })
    expect(requests[0]?.path).toBe(`/v2/jobs/${job.job_id}/variations`)
    expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^mcp-[0-9a-f]{64}$/)
    expect(requests[0]?.body).toMatchObject({ count: 2, variation_strength: 0.7 })
  })
})

describe('billing_status', () => {
  it('returns the account and the remaining budget of the agent', async () => {
    const usage = {
      tier: 'pro',
      entitlements: { tiers: ['draft'] },
      balance: 40,
      held: 2,
      cycle: { starts_at: '', ends_at: '2026-12-01T00:00:00Z', used: 10, limit: 50 },
    }
    const { call } = imageWorld(() => ({ status: 200, body: usage }))
    const byGrant = await call('billing_status', {}, { kind: 'oauth', grantId: 'g' })
    expect(byGrant).toMatchObject({
      output: {
        tier: 'pro',
        quota: { remaining: 40 },
        spending: { budget: 20, spent: 5, left: 15 },
        hasSavedCard: true,
        canPurchase: true,
      },
      text: expect.stringContaining('You may spend 15'),
    })
    expect(await call('billing_status')).toMatchObject({ output: { spending: null, canPurchase: true } })
    const limitedKey = { kind: 'key', scopes: ['generate', 'read'] } as const
    const byKey = await call('billing_status', {}, limitedKey)
    expect(byKey).toMatchObject({
      output: { canPurchase: false, whyNot: expect.stringContaining('API key cannot buy') },
    })
  })

  it('reports that a revoked agent can neither spend nor buy', async () => {
    const answer = { tier: 'pro', entitlements: { tiers: ['draft'] }, balance: 40, held: 0 }
    const cycle = { starts_at: '', ends_at: '2026-12-01T00:00:00Z', used: 10, limit: 50 }
    const allowanceOf = async () => ({
      budget: 20,
      spent: 5,
      left: 15,
      centsLeft: 2_500,
      revokedAt: '2026-11-22T09:00:00Z',
    })
    const { call } = imageWorld(() => ({ status: 200, body: { ...answer, cycle } }), { allowanceOf })
    expect(await call('billing_status', {}, { kind: 'oauth', grantId: 'g' })).toMatchObject({
      output: { spending: { left: 0 }, canPurchase: false, whyNot: 'The user has revoked this agent' },
    })
  })
})
