import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiDocuments } from '../../../lib/api-documents.ts'
import type { LocalApi } from '../../../lib/local/api-model.ts'
import type { ApiFront } from '../../../lib/local/front.ts'
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
const gatewayOptions = { port: 0, now: Date.now, log: () => {}, trustProxy: false, endpoint: '' }
const noLambda = {
  invokeText: async () => '{"statusCode":200,"body":"own"}',
  invokeStream: () => {
    throw new Error('streams are not supported in this test')
  },
}

describe('the documentation pages of an API', () => {
  it('documents load on the first request, and a failed load is retried', async () => {
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

  it('pages contain no scripts and load no other resources', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src|https?:|\*|unsafe/)
  })

  it('pages link to the console if there is one', async () => {
    expect(await (await get('/docs')).text()).not.toContain('Open in the console')
    const api: LocalApi = { ...fixtureApi, key: 'images' }
    const document = async () => ({ openApi: { info: { title: 'T' } } })
    const consoleUrl = 'http://127.0.0.1:4000/docs/images'
    const gateway = await startGateway({ api, lambda: noLambda, document, consoleUrl, ...gatewayOptions })
    const html = await (await fetch(`${gateway.url}/docs`)).text()
    await gateway.stop(0)
    expect(html).toContain(`<a class="button" href="${consoleUrl}">Open in the console</a>`)
  })

  it('the document lists the requested URL as its only server', async () => {
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

  it('the page links the event documents of this API only, each with the contract that emits its events', async () => {
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

  it('a browser with a current copy gets 304', async () => {
    const first = await get('/docs/openapi.json')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    await first.arrayBuffer()
    const second = await get('/docs/openapi.json', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect(second.status).toBe(304)
    expect(second.headers.get('etag')).toBe(etag)
    expect((await get('/docs/openapi.json', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('HEAD returns headers without a body', async () => {
    const response = await get('/docs', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await response.text()).toBe('')
  })
})

describe("documentation pages next to a template's routes", () => {
  const pageAt = async (resource: string, path = '/docs', front?: ApiFront) => {
    const route = { method: 'ANY', resource, timeoutMs: 1000, stream: false, functionArn: 'arn:own', permitted: true }
    const api: LocalApi = { ...fixtureApi, key: 'images', routes: [route] }
    const document = async () => ({ openApi: { info: { title: 'T' } } })
    const gateway = await startGateway({ api, lambda: noLambda, document, front, ...gatewayOptions })
    const text = await (await fetch(`${gateway.url}${path}`)).text()
    await gateway.stop(0)
    return text
  }

  it('a route for /docs takes precedence over the pages', async () => {
    expect(await pageAt('/docs')).toBe('own')
  })

  it('the pages take precedence over a catch-all route', async () => {
    expect(await pageAt('/{proxy+}')).toContain('<title>T · Signet</title>')
  })

  it('a front with files serves the documents of an API and its own /docs page', async () => {
    const answer = async () => ({ status: 200, headers: [], body: Buffer.from('a file') })
    const front: ApiFront = { route: () => ({ answer }), otherApis: [] }
    expect(await pageAt('/docs', '/docs', front)).toBe('a file')
    expect(await pageAt('/docs', '/docs/openapi.json', front)).toContain('"title": "T"')
    expect(await pageAt('/docs', '/docs/absent.txt', front)).toBe('a file')
  })

  it("an error of the front is returned and does not reach the API's function", async () => {
    const answer = async () => {
      throw new Error('the disk is full')
    }
    expect(await pageAt('/docs', '/', { route: () => ({ answer }), otherApis: [] })).toContain('the disk is full')
  })
})

describe('404 responses of the documentation pages', () => {
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
  ])('%s returns 404, because it is not one of the pages', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual(shape)
  })

  it('a method other than GET and HEAD returns 404', async () => {
    expect((await get('/docs', { method: 'POST' })).status).toBe(404)
  })

  it('an API without a document returns 404', async () => {
    const withoutDocuments = await startFixture({ documents: async () => ({}) })
    try {
      for (const path of ['/docs', '/docs/openapi.json', '/docs/swagger-ui.css']) {
        const response = await fetch(withoutDocuments.images + path)
        expect(response.status).toBe(404)
        expect(await response.json()).toEqual(shape)
      }
    } finally {
      await withoutDocuments.stop()
    }
  })
})
