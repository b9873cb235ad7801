import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { tenantWith } from '../../support/accounts.ts'
import { grantsOf, obtainToken } from '../../support/agents.ts'
import { newTenant } from '../../support/keys.ts'
import { callTool, ERAS, mcpClient, post } from '../../support/mcp.ts'
import { asPerson } from '../../support/people.ts'

const FOX = { prompt: 'a red fox in snow', quality_tier: 'draft', seed: 7 }

const idOf = ({ output }: { readonly output: Record<string, unknown> }): string => String(output.job_id)

describe.each(ERAS)('tools over the %s protocol', (era) => {
  verifies('IMG-4.9-3', 'draw an image, check the job, vary it, and report the balance', async () => {
    const { key } = await newTenant()
    const client = await mcpClient(key, era)
    const image = await callTool(client, 'generate_image', FOX)
    expect(image.output).toMatchObject({ state: 'completed', quality_tier: 'draft', seed_used: 7, error: null })
    const [words, picture, link] = image.content
    for (const said of [idOf(image), image.output.asset_url, image.output.model_id]) expect(words?.text).toContain(said)
    expect([picture?.type, picture?.mimeType, (picture?.data ?? '').length > 500]).toEqual([
      'image',
      'image/webp',
      true,
    ])
    expect([link?.type, link?.uri]).toEqual(['resource_link', image.output.asset_url])
    expect((await fetch(String(image.output.asset_url))).headers.get('content-type')).toBe('image/webp')

    const checked = await callTool(client, 'check_job', { job_id: idOf(image) })
    expect(checked.output).toEqual(image.output)

    const varied = await callTool(client, 'create_variation', { job_id: idOf(image), count: 2, seed: 3 })
    const jobs = varied.output.jobs as { state: string; seed_used: number }[]
    expect(jobs.map(({ state, seed_used }) => [state, seed_used])).toEqual([
      ['completed', 3],
      ['completed', 4],
    ])
    expect(varied.content.filter(({ type }) => type === 'image')).toHaveLength(2)

    const status = await callTool(client, 'billing_status')
    expect(status.output).toMatchObject({ tier: 'free', balance: 47, held: 0, spending: null, hasSavedCard: false })
    await client.close()
  })

  verifies('IMG-4.9-4', 'list_models returns the catalog in three sections', async () => {
    const { key } = await newTenant()
    const client = await mcpClient(key, era)
    const { output, content } = await callTool(client, 'list_models')
    const sections = output as Record<string, { id: string; quality_tier?: string; parameter?: string }[]>
    expect(sections.tier_defaults?.map(({ quality_tier }) => quality_tier)).toEqual([
      'draft',
      'standard',
      'premium',
      'ultra',
      'ultra_plus',
    ])
    expect(new Set(sections.overrides?.map(({ parameter }) => parameter))).toContain('edge_model')
    expect(sections.frontier_pending?.length).toBeGreaterThan(3)
    for (const { id } of Object.values(sections).flat()) expect(content[0]?.text).toContain(id)
    await client.close()
  })
})

describe('a tool call', () => {
  test('repeated within a minute is the same job, paid once', async () => {
    const { key } = await newTenant()
    const client = await mcpClient(key)
    const one = await callTool(client, 'generate_image', FOX)
    const two = await callTool(client, 'generate_image', FOX)
    const { output } = await callTool(client, 'billing_status')
    // Unless a new minute has begun in between.
    if (idOf(one) === idOf(two)) expect(output.balance).toBe(49)
    else expect(output.balance).toBe(48)
    await client.close()
  })

  test('with ?images=link returns no picture', async () => {
    const { key } = await newTenant()
    const client = await mcpClient(key, 'modern', '?images=link')
    const { content } = await callTool(client, 'generate_image', FOX)
    expect(content.map(({ type }) => type)).toEqual(['text', 'resource_link'])
    await client.close()
  })

  test('draws U+FFFD of an escaped prompt', async () => {
    const { key } = await newTenant()
    const params = { name: 'generate_image', arguments: { ...FOX, prompt: 'caf?' } }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const escaped = message.replace('?', String.raw`\ufffd`)
    const said = await (await post(escaped, { authorization: `Bearer ${key}` })).text()
    expect(said).toContain('"state":"completed"')
    expect(said).toContain('"original_prompt":"caf\ufffd"')
  })

  test('hides invisible characters of a prompt', async () => {
    const { key } = await newTenant()
    const client = await mcpClient(key)
    const hidden = String.fromCodePoint(0xe0041, 0x202e, 0x200b)
    const { output, content } = await callTool(client, 'generate_image', { ...FOX, prompt: `a fox${hidden} at night` })
    expect(output.original_prompt).toBe('a fox at night')
    expect(JSON.stringify(content)).not.toContain(hidden)
    await client.close()
  })
})

describe('a tool failure', () => {
  test("JOB_NOT_FOUND: another tenant's job is like an absent one", async () => {
    const owner = await newTenant()
    const stranger = await newTenant()
    const foreignClient = await mcpClient(owner.key)
    const job = idOf(await callTool(foreignClient, 'generate_image', FOX))
    const client = await mcpClient(stranger.key)
    const foreign = await callTool(client, 'check_job', { job_id: job })
    const absent = await callTool(client, 'check_job', { job_id: crypto.randomUUID() })
    expect(foreign.failure).toEqual(absent.failure)
    expect(foreign.failure).toMatchObject({ code: 'JOB_NOT_FOUND', hint: expect.any(String) })
    await Promise.all([foreignClient.close(), client.close()])
  })

  test('ACCESS_REVOKED: the hint forbids a revoked agent to repeat the call', async () => {
    const { person, token } = await obtainToken({ scope: 'generate read billing:purchase' })
    const client = await mcpClient(token)
    const [grant] = await grantsOf(person)
    await asPerson(person, 'DELETE', `/api/agent-grants/${grant?.id}`, { as: 'revokeGrant' })
    const buying = { packId: 'agent-credits-500', idempotencyKey: 'a' }
    for (const [tool, args] of [
      ['generate_image', FOX],
      ['billing_purchase_credits', buying],
    ] as const) {
      const { failure } = await callTool(client, tool, args)
      expect([tool, failure]).toEqual([
        tool,
        { code: 'ACCESS_REVOKED', message: expect.stringContaining('Request access again'), hint: expect.any(String) },
      ])
    }
    await client.close()
  })

  test('INVALID_ARGUMENTS: each field is named as by the image service', async () => {
    const { key } = await newTenant()
    const client = await mcpClient(key)
    const { failure } = await callTool(client, 'generate_image', { prompt: '', output_quality: 101, color: 'red' })
    expect(failure.code).toBe('INVALID_ARGUMENTS')
    for (const field of ['prompt', 'output_quality', 'color']) expect(failure.message).toContain(field)
    const across = await callTool(client, 'generate_image', { prompt: 'x', image_size: '4K' })
    expect(across.failure).toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('image_size') })
    const halved = await callTool(client, 'generate_image', { prompt: 'x\ud800y' })
    expect(halved.failure).toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('prompt') })
    await client.close()
  })

  test('PLAN_REQUIRED: the next call is list_models', async () => {
    const { key } = await newTenant()
    const client = await mcpClient(key)
    const { failure } = await callTool(client, 'generate_image', { prompt: 'x', quality_tier: 'ultra' })
    expect(failure).toMatchObject({ code: 'PLAN_REQUIRED', next: { tool: 'list_models', arguments: {} } })
    await client.close()
  })

  verifies(
    'IMG-4.9-2',
    'QUOTA_EXHAUSTED is returned before a provider-a model is called, and when credits are used up',
    async () => {
      const { key } = await tenantWith({ welcome: 5 })
      const client = await mcpClient(key)
      const { output } = await callTool(client, 'generate_image', FOX)
      const varied = await callTool(client, 'create_variation', { job_id: output.job_id })
      expect(varied.isError).toBe(false)
      const input = { prompt: 'x', quality_tier: 'ultra', provider_a_model: 'provider-a-image-2' }
      const preflight = await callTool(client, 'generate_image', input)
      expect(preflight.failure).toMatchObject({
        code: 'QUOTA_EXHAUSTED',
        hint: expect.stringContaining('billing_purchase_credits'),
        next: { tool: 'billing_purchase_credits', arguments: { packId: 'agent-credits-500' } },
      })
      const used = await callTool(client, 'create_variation', { job_id: output.job_id, count: 4 })
      expect(used.failure).toMatchObject({ code: 'QUOTA_EXHAUSTED', message: expect.stringContaining('credits') })
      await client.close()
    },
  )
})
