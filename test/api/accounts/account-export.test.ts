import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { asPerson, newPerson } from '../../support/people.ts'

const OPERATIONS = [
  ['GET', 'getAccountExport'],
  ['POST', 'renewAccountExport'],
] as const

describe('/api/account/export', () => {
  test.each(OPERATIONS)('%s returns 401 without a credential, 403 with a key', async (method, as) => {
    const ada = await newPerson()
    const createdKey = await asPerson<{ key: string }>(ada, 'POST', '/api/keys', {
      body: { name: 'k' },
      as: 'createApiKey',
    })
    expect((await call(method, '/api/account/export', { as })).status).toBe(401)
    expect((await call(method, '/api/account/export', { key: createdKey.body.key, as })).status).toBe(403)
  })

  test('GET and POST return 202 for the same export until it is finished', async () => {
    const ada = await newPerson()
    const responses = await Promise.all(
      [...OPERATIONS, ...OPERATIONS].map(([method, as]) =>
        asPerson<{ asked_at: string }>(ada, method, '/api/account/export', { as }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(new Set(responses.map(({ body }) => body.asked_at)).size).toBe(1)
  })
})
