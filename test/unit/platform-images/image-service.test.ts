import type { Caller } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { imageService } from '../../../lambdas/platform-images/api/image-service.ts'
import { testSiblings } from '../../support/siblings.ts'

const caller: Caller = { kind: 'session', tenantId: 't', orgId: 'o', userId: 'u', scopes: [], rateKey: 'user-u' }
const context = { caller, traceId: '0'.repeat(32), signal: new AbortController().signal }

/** The image service with this response, and the requests to it. */
const imageServiceReturning = (status: number, body: object) => {
  const requests: string[] = []
  const fetch = async (url: string, { method }: RequestInit): Promise<Response> => {
    requests.push(`${method} ${new URL(url).pathname}`)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
  return { images: imageService(testSiblings(['images'], { fetch }).images), requests }
}

describe('the image service behind the platform', () => {
  it.each(['.', '..'])('gets no call for the id %j, which would form another path', async (id) => {
    const { images, requests } = imageServiceReturning(200, { jobs: [], next_cursor: null })
    expect([await images.get(context, id), await images.remove(context, id)]).toEqual([undefined, false])
    expect(requests).toEqual([])
  })

  it('gets any other id as one path segment', async () => {
    const { images, requests } = imageServiceReturning(404, { error: 'The job does not exist', code: 'not_found' })
    for (const id of ['../tenants', '%2e', 'a/b', '...']) expect(await images.get(context, id)).toBeUndefined()
    expect(requests).toEqual(['..%2Ftenants', '%252e', 'a%2Fb', '...'].map((part) => `GET /v2/jobs/${part}`))
  })

  it('returns 400 with its message for an invalid request', async () => {
    const errors = [{ field: 'prompt', message: 'must not be blank' }]
    const { images } = imageServiceReturning(400, {
      error: 'prompt must not be blank',
      code: 'invalid_input',
      errors,
    })
    expect(await images.generate(context, { prompt: ' ' })).toMatchObject({
      code: 'invalid_input',
      message: 'prompt must not be blank',
    })
  })

  it.each([
    [503, 'unavailable', 'unavailable'],
    [500, 'internal', 'upstream_failed'],
    [403, 'forbidden', 'upstream_failed'],
  ])('maps %i %s to %s', async (status, code, mappedCode) => {
    const { images } = imageServiceReturning(status, { error: 'No', code })
    expect(await images.list(context, 1, () => true)).toMatchObject({ code: mappedCode })
    expect(await images.generate(context, { prompt: 'a' })).toMatchObject({ code: mappedCode })
  })
})
