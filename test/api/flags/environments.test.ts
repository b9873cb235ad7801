import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newFlag, newFlagKey } from '../../support/flags.ts'

interface Environments {
  readonly environments: readonly object[]
  readonly nextCursor: string | null
}

const listEnvironments = (key: string, query = '') =>
  call<Environments>('GET', `/environments${query}`, { key, as: 'listEnvironments' })
const create = (key: string, environment: string, name: string) =>
  call('POST', `/flags?environment=${environment}`, { key, body: { key: name, type: 'boolean' }, as: 'createFlag' })

test('listEnvironments 200 with the environments that contain flags, by name, with their counts', async () => {
  const [key, otherKey] = await Promise.all([newFlagKey(), newFlagKey()])
  expect((await listEnvironments(key)).body).toEqual({ environments: [], nextCursor: null })
  await create(otherKey, 'secret', 'foreign')
  for (const [environment, name] of [
    ['staging', 'a'],
    ['production', 'a'],
    ['production', 'b'],
  ] as const) {
    expect((await create(key, environment, name)).status).toBe(201)
  }
  await call('PATCH', '/flags/b?environment=production', {
    key,
    body: { archived: true, version: 2 },
    as: 'updateFlag',
  })
  const production = { environment: 'production', flags: 1, archived: 1, version: 3 }
  const staging = { environment: 'staging', flags: 1, archived: 0, version: 1 }
  expect((await listEnvironments(key)).body).toEqual({ environments: [production, staging], nextCursor: null })
  const first = (await listEnvironments(key, '?limit=1')).body
  expect(first.environments).toEqual([production])
  const second = (await listEnvironments(key, `?limit=1&cursor=${first.nextCursor}`)).body
  expect(second).toEqual({ environments: [staging], nextCursor: null })
})

test('listEnvironments 400, 401 and 403', async () => {
  const key = await newFlagKey()
  for (const query of ['?limit=0', '?limit=51', '?cursor=x', '?environment=production']) {
    expect([query, (await listEnvironments(key, query)).status]).toEqual([query, 400])
  }
  expect((await call('GET', '/environments', { as: 'listEnvironments' })).status).toBe(401)
  expect((await listEnvironments(await newFlagKey(['images:read']))).status).toBe(403)
})

test("listFlags 200 with the hour of each flag's last evaluation; null without one", async () => {
  const key = await newFlagKey()
  for (const name of ['evaluated', 'never']) await newFlag(key, { key: name, type: 'boolean', enabled: true })
  const body = { context: { targetingKey: 'ada' } }
  const evaluated = await call('POST', '/ofrep/v1/evaluate/flags/evaluated', { key, body, as: 'ofrepEvaluate' })
  expect(evaluated.status).toBe(200)
  const listed = await call<{ flags: { key: string; lastEvaluatedAt: string | null }[] }>('GET', '/flags', {
    key,
    as: 'listFlags',
  })
  const [evaluatedFlag, unevaluatedFlag] = listed.body.flags
  expect([evaluatedFlag?.key, evaluatedFlag?.lastEvaluatedAt]).toEqual([
    'evaluated',
    expect.stringMatching(/^[-\d]{10}T\d\d:00:00Z$/),
  ])
  expect([unevaluatedFlag?.key, unevaluatedFlag?.lastEvaluatedAt]).toEqual(['never', null])
})
