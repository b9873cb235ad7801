import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocuments } from '../../../lib/openapi.ts'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { comparableAnswer } from '../../support/comparable-answer.ts'
import { unlockFrontier } from '../../support/frontier.ts'
import { generateCompleted } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { createTenant, newUser } from '../../support/sessions.ts'
import { testStack } from '../../support/test-stack.ts'

interface Operation {
  readonly operationId?: string
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const { paths, components } = openApiDocuments('test').images as Document

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    operation.operationId ? [{ name: operation.operationId, method: method.toUpperCase(), path, operation }] : [],
  ),
)

/** Paths by what their id names. The id of an image is its secret, because every client with its URL can read it. */
const JOB_PATHS = '/v2/jobs/{id}'
const TENANT_PATHS = '/v2/tenants/{id}'
const PUBLIC = ['/v2/assets/{id}']

const byPath = operations.filter(({ path }) => path.includes('{') && !PUBLIC.includes(path))

/** Names of body members with an id of a tenant's data, anywhere in a schema. */
const idFields = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref, properties = {} } = schema as { $ref?: string; properties?: object }
  if ($ref !== undefined) return idFields(components.schemas[$ref.split('/').at(-1) ?? ''])
  const own = Object.keys(properties)
  return [...own.filter((name) => /(?:_id|asset_url)$/.test(name)), ...Object.values(schema).flatMap(idFields)]
}
const BODY_FIELDS: Readonly<Record<string, (id: string) => object>> = {
  'job_generate input_job_id': (id) => ({ quality_tier: 'ultra', mode: 'img2img', input_job_id: id }),
  'job_generate input_asset_url': (id) => ({
    edge_model: 'sd-1.5-img2img',
    mode: 'img2img',
    input_asset_url: `${testStack().urls.images}/v2/assets/${id}`,
  }),
}

type CallerOptions = { readonly key: string } | { readonly from: string }
const OWNERS = { job: '', tenant: '', ownerKey: '' }
const callers: Record<string, CallerOptions> = {}
let relockFrontier = async (): Promise<void> => undefined

beforeAll(async () => {
  if (testStack().kind === 'emulator') return
  const { session: owner } = await newUser()
  const { body: tenant } = await createTenant(owner)
  const job = await generateCompleted({ prompt: 'not yours' }, { key: tenant.api_key })
  Object.assign(OWNERS, { job: job.job_id, tenant: tenant.tenant_id, ownerKey: tenant.api_key })
  callers['a free key'] = { key: (await newTenant()).key }
  callers['a subscriber’s key'] = { key: keyOf('pro') }
  callers['a session'] = { key: (await newUser()).session }
  callers['an anonymous client'] = { from: newAddress() }
  // Unlocks frontier models, so that a subscriber's request reaches the lookup of the id.
  relockFrontier = await unlockFrontier()
})
afterAll(() => relockFrontier())

const WHO = ['a free key', 'a subscriber’s key', 'a session', 'an anonymous client'] as const

describe('isolation of operations with ids', () => {
  test('covers all ids: each path names a job or a tenant, each body member is tested below', () => {
    expect(byPath.length).toBeGreaterThanOrEqual(4)
    const unknown = byPath.filter(({ path }) => !path.startsWith(JOB_PATHS) && !path.startsWith(TENANT_PATHS))
    expect(unknown.map(({ name }) => name)).toEqual([])
    const fields = operations.flatMap(({ name, operation }) =>
      idFields(operation.requestBody?.content?.['application/json']?.schema).map((field) => `${name} ${field}`),
    )
    expect([...new Set(fields)].sort()).toEqual(Object.keys(BODY_FIELDS).sort())
  })
})

for (const who of WHO) {
  describe(`isolation from ${who}`, () => {
    for (const { name, method, path } of byPath) {
      verifies(['IMG-5-5', 'IMG-7-1'], `${name}: a foreign id gets the response of an absent one`, async () => {
        const foreign = path.startsWith(JOB_PATHS) ? OWNERS.job : OWNERS.tenant
        const answer = (id: string) =>
          call(method, path.replace(/\{[^}]+\}/, id), {
            ...callers[who],
            ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
            as: name,
          })
        const foreignReply = await answer(foreign)
        const absent = await answer(randomUUID())
        expect(comparableAnswer(foreignReply)).toEqual(comparableAnswer(absent))
        expect([401, 402, 403, 404]).toContain(foreignReply.status)
      })
    }

    for (const [where, bodyWith] of Object.entries(BODY_FIELDS)) {
      verifies('IMG-5-5', `${where}: a foreign id gets the response of an absent one`, async () => {
        const answer = (id: string) =>
          call('POST', '/v2/generate', { ...callers[who], body: { prompt: 'a', ...bodyWith(id) }, as: 'job_generate' })
        const foreignReply = await answer(OWNERS.job)
        const absent = await answer(randomUUID())
        expect(comparableAnswer(foreignReply)).toEqual(comparableAnswer(absent))
        const field = where.split(' ')[1]
        // Ultra is for subscribers, so only their requests reach the check of the id.
        if (where.endsWith('input_job_id') && who !== 'a subscriber’s key') expect(foreignReply.status).toBe(402)
        else expect(foreignReply.body, JSON.stringify(foreignReply.body)).toMatchObject({ errors: [{ field }] })
      })
    }
  })
}

test('the owner still has all data after these attempts', async () => {
  const { ownerKey: key, job, tenant } = OWNERS
  expect((await call('GET', `/v2/jobs/${job}`, { key, as: 'job_get' })).body).toMatchObject({ state: 'completed' })
  expect((await call('GET', `/v2/tenants/${tenant}/usage`, { key, as: 'getTenantUsage' })).status).toBe(200)
})

test("a cursor of another tenant returns only the caller's own data", async () => {
  const owner = OWNERS.ownerKey
  await generateCompleted({ prompt: 'another' }, { key: owner })
  const list = (key: string, query: string) =>
    call<{ jobs: { job_id: string }[]; next_cursor: string | null }>('GET', `/v2/jobs${query}`, { key, as: 'job_list' })
  const { next_cursor } = (await list(owner, '?limit=1')).body
  expect(next_cursor).not.toBeNull()
  const { key } = await newTenant()
  const own = await generateCompleted({ prompt: 'mine' }, { key })
  const ids = (await list(key, `?cursor=${next_cursor}`)).body.jobs.map(({ job_id }) => job_id)
  expect(ids.filter((id) => id !== own.job_id)).toEqual([])
})
