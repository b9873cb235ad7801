import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newFlag, newFlagKey } from '../../support/flags.ts'
import { newUser } from '../../support/sessions.ts'

interface CreatedKey {
  readonly id: string
  readonly key: string
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly code?: string
}

const create = (session: string, body: object = { name: 'shop' }) =>
  call<CreatedKey>('POST', '/keys', { key: session, body, as: 'createKey' })
const list = async (session: string) =>
  (await call<{ keys: Record<string, unknown>[] }>('GET', '/keys', { key: session, as: 'listKeys' })).body.keys
const revoke = (session: string, id: string) => call('DELETE', `/keys/${id}`, { key: session, as: 'revokeKey' })
const flags = (key: string) => call('GET', '/flags', { key, as: 'listFlags' })

describe('API keys', () => {
  test('session 201 with a key that works immediately and is returned once; lists contain only its prefix', async () => {
    const { session } = await newUser()
    await newFlag(session, { key: 'mine', type: 'boolean' })
    const { status, body, headers } = await create(session, { name: 'shop', scopes: ['flags:read'] })
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body.key).toMatch(/^plat_[0-9A-Za-z]{36}$/)
    expect((await flags(body.key)).body).toMatchObject({ flags: [{ key: 'mine' }] })
    const refused = await call('POST', '/flags', {
      key: body.key,
      body: { key: 'x', type: 'boolean' },
      as: 'createFlag',
    })
    expect(refused.status).toBe(403)
    const listed = await list(session)
    expect(listed).toMatchObject([{ id: body.id, name: 'shop', scopes: ['flags:read'], prefix: body.prefix }])
    expect(JSON.stringify(listed)).not.toContain(body.key)
  })

  test('session 204 revokes: later requests with the key get 401, a second revocation gets 404', async () => {
    const { session } = await newUser()
    const { body } = await create(session)
    expect((await revoke(session, body.id)).status).toBe(204)
    expect((await flags(body.key)).status).toBe(401)
    expect([(await revoke(session, body.id)).status, await list(session)]).toEqual([404, []])
  })

  test('session 404 for the key of another organization, which still works', async () => {
    const { body } = await create((await newUser()).session)
    const { session } = await newUser()
    expect((await revoke(session, body.id)).status).toBe(404)
    expect([(await flags(body.key)).status, await list(session)]).toEqual([200, []])
  })

  test('session 409 at the limit', async () => {
    const { session } = await newUser()
    for (let i = 0; i < 50; i++) expect((await create(session)).status).toBe(201)
    const { status, body } = await create(session)
    expect([status, body.code]).toEqual([409, 'key_limit_reached'])
  })

  const routes: readonly (readonly [as: string, method: string, path: string])[] = [
    ['createKey', 'POST', '/keys'],
    ['listKeys', 'GET', '/keys'],
    ['revokeKey', 'DELETE', '/keys/x'],
  ]
  const bodyFor = (method: string) => (method === 'POST' ? { body: { name: 'shop' } } : {})

  test.each(routes)(
    'session %s 401 without a session, 403 with a key, 400 for an unknown parameter',
    async (as, method, path) => {
      expect((await call(method, path, { ...bodyFor(method), as })).status).toBe(401)
      expect((await call(method, path, { key: await newFlagKey(), ...bodyFor(method), as })).status).toBe(403)
      const { session: key } = await newUser()
      const unknownParameter = await call(method, `${path}?surprise=1`, { key, ...bodyFor(method), as })
      expect(unknownParameter.status).toBe(400)
    },
  )

  test('session createKey 413 and 415', async () => {
    const { session: key } = await newUser()
    expect((await create(key, { name: 'x'.repeat(5000) })).status).toBe(413)
    const text = await call('POST', '/keys', {
      key,
      raw: 'a',
      headers: { 'content-type': 'text/plain' },
      as: 'createKey',
    })
    expect(text.status).toBe(415)
  })
})
