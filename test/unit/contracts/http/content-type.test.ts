import { openApi } from '@signet/contract-tools/openapi'
import { endpoint, reply } from '@signet/contracts'
import { webHandler } from '@signet/contracts/http'
import { endpointsIR } from '@signet/contracts/ir'
import { expect, it } from 'vitest'
import * as z from 'zod'

const store = endpoint({
  name: 'store',
  description: 'Stores bytes.',
  route: 'POST /files',
  authority: 'open',
  request: {
    headers: z.object({ 'content-type': z.string().optional(), 'x-name': z.string().optional() }),
    bodyType: 'bytes',
    mediaTypes: ['text/plain', 'application/pdf'],
  },
  responses: {
    200: { description: 'The content type of the request', schema: z.object({ type: z.string().nullable() }) },
  },
})

const serve = webHandler({ store }, {
  store: ({ headers }: { headers: Record<string, string> }) => reply(200, { type: headers['content-type'] ?? null }),
} as never)

const sendWithType = async (type: string | undefined) => {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const body = new Uint8Array([1, 2])
  const response = await serve(new Request('https://desk.test/files', { method: 'POST', body, headers }))
  return [response.status, await response.json()]
}

it('a declared content type is passed to the handler; another returns 415, and an invalid one 400', async () => {
  expect(await sendWithType('text/plain;charset=utf-8')).toEqual([200, { type: 'text/plain;charset=utf-8' }])
  expect(await sendWithType(undefined)).toEqual([200, { type: null }])
  expect(await sendWithType('image/png')).toMatchObject([415, { code: 'unsupported_media_type' }])
  for (const invalidType of ['pdf', '/pdf', 'text/', 'text/p/q', 'text plain', 'text/pl ain'])
    expect([invalidType, await sendWithType(invalidType)]).toMatchObject([
      invalidType,
      [400, { code: 'invalid_input', errors: [{ field: 'content-type' }] }],
    ])
})

it('the content type is not a parameter in OpenAPI, because the bodies declare it', () => {
  const ir = endpointsIR([store], { name: 'files' })
  const { paths } = openApi([ir], { title: 'T', version: '1.0.0', servers: [{ url: 'https://t.test' }] })
  const content = { 'text/plain': expect.anything(), 'application/pdf': expect.anything() }
  expect(paths).toMatchObject({
    '/files': { post: { parameters: [{ name: 'x-name', in: 'header' }], requestBody: { content } } },
  })
})
