import { describe, expect, test } from 'vitest'
import { call, newAddress, platformKeyOf } from '../../support/api.ts'
import type { GeneratedImage } from '../../support/images.ts'

/** The parts of the platform that work without sign-in. They also run on an emulator, which has no user pool. */
const key = () => platformKeyOf('pro')

describe('requests with an API key', () => {
  test('generateImage counts on the quota; getImage, listImages and deleteImage return the image and remove it', async () => {
    const countUsedImages = async () =>
      (await call<{ images: { used: number } }>('GET', '/api/usage', { key: key(), as: 'getUsage' })).body.images.used
    const before = await countUsedImages()
    const body = { prompt: 'a red fox', quality_tier: 'draft' }
    const generated = await call<GeneratedImage>('POST', '/api/images/generate', {
      key: key(),
      body,
      as: 'generateImage',
    })
    expect([generated.status, await countUsedImages()]).toEqual([201, before + 1])
    const { id } = generated.body
    const imageResponse = await call('GET', `/api/images/${id}`, { key: key(), as: 'getImage' })
    expect(imageResponse.body).toMatchObject({ id, status: 'completed' })
    const listed = await call<{ images: { id: string }[] }>('GET', '/api/images', { key: key(), as: 'listImages' })
    expect(JSON.stringify(listed.body)).toContain(id)
    expect((await call('DELETE', `/api/images/${id}`, { key: key(), as: 'deleteImage' })).status).toBe(204)
    expect((await call('GET', `/api/images/${id}`, { key: key(), as: 'getImage' })).status).toBe(404)
  })

  test('getMe returns the organization and user', async () => {
    const me = await call('GET', '/api/account/me', { key: key(), as: 'getMe' })
    expect(me.body).toMatchObject({ orgId: expect.any(String), userId: expect.any(String) })
  })

  test('getBilling returns 200 with the credits', async () => {
    const billing = await call('GET', '/api/billing', { key: key(), as: 'getBilling' })
    expect([billing.status, billing.body]).toMatchObject([200, { credits: { balance: expect.any(Number) } }])
  })

  test('listApiKeys returns 403 without a session', async () => {
    expect((await call('GET', '/api/keys', { key: key(), as: 'listApiKeys' })).status).toBe(403)
  })
})

describe('requests without a credential', () => {
  test('sendContact returns 201, previewScaffold 200, and getUsage 401', async () => {
    const body = { name: 'Ada', email: 'ada@example.org', message: 'Is anybody there?' }
    const from = newAddress()
    expect((await call('POST', '/api/contact', { from, body, as: 'sendContact' })).status).toBe(201)
    const scaffoldRequest = { intention: 'say hello' }
    const preview = await call('POST', '/api/scaffold/preview', { from, body: scaffoldRequest, as: 'previewScaffold' })
    expect(preview.status).toBe(200)
    expect((await call('GET', '/api/usage', { as: 'getUsage' })).status).toBe(401)
  })

  test('reportLeakedKey returns 202', async () => {
    const body = { key: 'plat_nobody' }
    const { status } = await call('POST', '/api/keys/leaked', { from: newAddress(), body, as: 'reportLeakedKey' })
    expect(status).toBe(202)
  })
})
