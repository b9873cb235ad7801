import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { newUser } from '../../support/sessions.ts'

interface CreatedKey {
  readonly id: string
  readonly key: string
  readonly prefix: string
  readonly code?: string
}

const create = (key: string, body: object = { name: 'shop' }) =>
  call<CreatedKey>('POST', '/api/auth/keys', { key, body, as: 'createArchiveKey' })
const list = (key: string) =>
  call<{ keys: Record<string, unknown>[] }>('GET', '/api/auth/keys', { key, as: 'listArchiveKeys' })
const revoke = (key: string, id: string) => call('DELETE', `/api/auth/keys/${id}`, { key, as: 'revokeArchiveKey' })

describe('keys of the archive', () => {
  verifies(
    ['SUP-4.2-12', 'SUP-5-1'],
    'session createArchiveKey 201 with an admin key: each scope includes the lower ones and no more',
    async () => {
      const { session } = await newUser()
      const admin = await create(session, { name: 'tools', scope: 'admin' })
      expect([admin.status, admin.headers.get('cache-control')]).toEqual([201, 'no-store'])
      expect(admin.body.key).toMatch(/^plat_[0-9A-Za-z]{36}$/)
      const readKey = await create(admin.body.key)
      const ingestKey = await create(admin.body.key, {
        name: 'cron',
        scope: 'ingest',
        expiresAt: '2099-01-01T00:00:00.000Z',
      })
      expect([(await list(readKey.body.key)).status, (await create(ingestKey.body.key)).status]).toEqual([403, 403])
      const { body, headers } = await list(admin.body.key)
      expect(body.keys).toMatchObject([
        { name: 'cron', scope: 'ingest', expiresAt: '2099-01-01T00:00:00.000Z' },
        { name: 'shop', scope: 'read', expiresAt: null, prefix: readKey.body.prefix },
        { name: 'tools', scope: 'admin' },
      ])
      expect(JSON.stringify(body)).not.toContain(readKey.body.key)
      expect([headers.get('x-ratelimit-limit'), Number(headers.get('x-ratelimit-remaining'))]).toEqual(['60', 59])
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 60)
    },
  )

  test("session revokeArchiveKey 204 revokes: 401 for the key, 404 the second time and for another organization's key", async () => {
    const { session } = await newUser()
    const { body } = await create(session, { name: 'x', scope: 'admin' })
    const stranger = (await newUser()).session
    expect((await revoke(stranger, body.id)).status).toBe(404)
    expect((await revoke(session, body.id)).status).toBe(204)
    expect([(await list(body.key)).status, (await revoke(session, body.id)).status]).toEqual([401, 404])
  })

  test('session createArchiveKey 409 at the limit', async () => {
    const { session } = await newUser()
    const created = await Promise.all(Array.from({ length: 50 }, () => create(session)))
    expect(created.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const { status, body } = await create(session)
    expect([status, body.code]).toEqual([409, 'key_limit_reached'])
  })

  test('session createArchiveKey 400 names the invalid field', async () => {
    const { session } = await newUser()
    const { status, body } = await create(session, { name: ' ', scope: 'write' })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/name.*scope|scope.*name/)])
  })

  test('session getArchiveHealth 200 without a credential', async () => {
    const { status, body } = await call('GET', '/api/health', { as: 'getArchiveHealth' })
    expect([status, body]).toMatchObject([200, { status: 'ok' }])
  })
})
