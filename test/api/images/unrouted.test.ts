import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'

test('404 as JSON for an unknown path', async () => {
  const { status, body, headers } = await call('GET', '/v2/nothing', { as: 'none' })
  expect(status).toBe(404)
  expect(body).toEqual({ error: 'The path /v2/nothing does not exist', code: 'not_found' })
  expect(headers.get('content-type')).toBe('application/json')
})

test('404 as JSON for the root', async () => {
  expect((await call('GET', '/', { as: 'none' })).body).toMatchObject({ code: 'not_found' })
})

for (const [method, path, allow] of [
  ['PUT', '/v2/generate', 'POST'],
  ['DELETE', '/v2/models', 'GET, HEAD'],
  ['PATCH', '/v2/jobs/01a1fc1b-5773-778f-a9e3-d21957a05029', 'DELETE, GET, HEAD'],
  ['POST', '/v2/assets/01a1fc1b-5773-778f-a9e3-d21957a05029', 'GET, HEAD'],
] as const) {
  test(`405 with Allow for ${method} ${path}`, async () => {
    const { status, body, headers } = await call(method, path, { as: 'none' })
    expect(status).toBe(405)
    expect(headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow)
    expect(body).toMatchObject({ code: 'method_not_allowed' })
  })
}

test('HEAD responds as GET does, without the body', async () => {
  const { status, bytes } = await call('HEAD', '/v2/health', { as: 'none' })
  expect([status, bytes.length]).toEqual([200, 0])
})
