import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiDocuments } from '../../../lib/api-documents.ts'
import type { LocalApi } from '../../../lib/local/api-model.ts'
import type { FrontBefore } from '../../../lib/local/front.ts'
import { startGateway } from '../../../lib/local/gateway.ts'
import { type FixtureStack, startFixture } from './fixture-app.ts'

let fixture: FixtureStack
let loads = 0
const documents = async () => {
  loads += 1
  if (loads === 1) throw new Error('the first load fails')
  return apiDocuments('9.8.7')
}
beforeAll(async () => {
  fixture = await startFixture({ documents })
})
afterAll(() => fixture.stop())

const get = (path: string, init?: RequestInit) => fetch(fixture.images + path, init)

const fixtureApi = {
  id: 'a',
  stage: 's',
  account: '1',
  kind: 'rest',
  routes: [],
  responses: {},
  binaryMediaTypes: [],
} as const
const rest = { port: 0, now: Date.now, log: () => {}, trustProxy: false, endpoint: '' }
const noLambda = {
  invokeText: async () => '{"statusCode":200,"body":"own"}',
  invokeStream: () => {
    throw new Error('nothing streams here')
  },
}

describe('the documentation pages of an API', () => {
  it('are made on the first request, and a failure to make them is not kept', async () => {
    expect(loads).toBe(0)
    expect((await get('/docs')).status).toBe(502)
    expect((await get('/docs')).status).toBe(200)
    await get('/docs/openapi.json')
    expect(loads).toBe(2)
  })

  it.each(['/docs', '/docs/'])('%s is a page with the title of the document', async (path) => {
    const response = await get(path)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('<title>Signet image service · Signet</title>')
  })

  it('run no script and load nothing', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src|https?:|\*|unsafe/)
  })

  it('lead to the console where there is one', async () => {
    expect(await (await get('/docs')).text()).not.toContain('Read and try it')
    const api: LocalApi = { ...fixtureApi, key: 'images' }
    const document = async () => ({ openApi: { info: { title: 'T' } } })
    const reader = 'http://127.0.0.1:4000/docs/images'
    const gateway = await startGateway({ api, lambda: noLambda, document, reader, ...rest })
    const html = await (await fetch(`${gateway.url}/docs`)).text()
    await gateway.stop(0)
    expect(html).toContain(`<a class="button" href="${reader}">Read and try it</a>`)
  })

  it('name as the only server the address that they are read at', async () => {
    const { port } = new URL(fixture.images)
    for (const host of ['127.0.0.1', 'localhost']) {
      const response = await fetch(`http://${host}:${port}/docs/openapi.json`).catch(() => undefined)
      if (host === 'localhost' && response === undefined) continue
      expect(response?.headers.get('content-type')).toBe('application/json')
      const document = (await response?.json()) as { openapi: string; info: { version: string }; servers: object[] }
      expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '9.8.7' } })
      expect(document.servers).toEqual([{ url: `http://${host}:${port}`, description: expect.any(String) }])
    }
  })

  it('link the documents of the events of the API, each with the contract that emits them, and of no other API', async () => {
    const html = await (await get('/docs')).text()
    const links = [...html.matchAll(/<a href="(\/docs\/[\w-]+\.asyncapi\.json)">/g)].map(([, link = '']) => link)
    expect(links).toEqual(['/docs/job.asyncapi.json', '/docs/tenant.asyncapi.json'])
    for (const link of links) {
      const response = await get(link)
      expect(response.headers.get('content-type')).toBe('application/json')
      const [, contract] = link.match(/docs\/([\w-]+)\./) ?? []
      expect(await response.json()).toMatchObject({ asyncapi: '3.0.0', id: `urn:signet:contract:${contract}` })
    }
  })

  it('are not sent again to a browser that has them', async () => {
    const first = await get('/docs/openapi.json')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    await first.arrayBuffer()
    const again = await get('/docs/openapi.json', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect((await get('/docs/openapi.json', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('to HEAD have headers and no body', async () => {
    const response = await get('/docs', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await response.text()).toBe('')
  })
})

describe('a route of the template', () => {
  const served = async (resource: string, path = '/docs', front?: FrontBefore) => {
    const route = { method: 'ANY', resource, timeoutMs: 1000, stream: false, functionArn: 'arn:own', permitted: true }
    const api: LocalApi = { ...fixtureApi, key: 'images', routes: [route] }
    const document = async () => ({ openApi: { info: { title: 'T' } } })
    const gateway = await startGateway({ api, lambda: noLambda, document, front, ...rest })
    const text = await (await fetch(`${gateway.url}${path}`)).text()
    await gateway.stop(0)
    return text
  }

  it('for /docs goes before the pages', async () => {
    expect(await served('/docs')).toBe('own')
  })

  it('that catches all does not', async () => {
    expect(await served('/{proxy+}')).toContain('<title>T · Signet</title>')
  })

  it('behind a front with files has its documents shown, and its page is theirs', async () => {
    const answer = async () => ({ status: 200, headers: [], body: Buffer.from('a file') })
    const front: FrontBefore = { pass: () => ({ answer }), others: [] }
    expect(await served('/docs', '/docs', front)).toBe('a file')
    expect(await served('/docs', '/docs/openapi.json', front)).toContain('"title": "T"')
    expect(await served('/docs', '/docs/absent.txt', front)).toBe('a file')
  })

  it('is not asked for what a front fails to answer, which is said', async () => {
    const answer = async () => {
      throw new Error('the disk is gone')
    }
    expect(await served('/docs', '/', { pass: () => ({ answer }), others: [] })).toContain('the disk is gone')
  })
})

describe('404 in the shape of the service', () => {
  const shape = { error: 'No such route', code: 'not_found', request_id: expect.any(String) }

  it.each([
    '/docs/package.json',
    '/docs/openapi.js',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/constructor',
    '/docs/constructor.asyncapi.json',
    '/docs/flag.asyncapi.json',
    '/docsx',
  ])('for %s, which is no part of the page', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual(shape)
  })

  it('for a method other than GET and HEAD', async () => {
    expect((await get('/docs', { method: 'POST' })).status).toBe(404)
  })

  it('for an API without a document', async () => {
    const bare = await startFixture({ documents: async () => ({}) })
    try {
      for (const path of ['/docs', '/docs/openapi.json', '/docs/swagger-ui.css']) {
        const response = await fetch(bare.images + path)
        expect(response.status).toBe(404)
        expect(await response.json()).toEqual(shape)
      }
    } finally {
      await bare.stop()
    }
  })
})
