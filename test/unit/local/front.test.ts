import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INDEX_CODE, viewerRequestCode } from '../../../lib/constructs/edge-viewer-request.ts'
import type { LocalApi } from '../../../lib/local/api-model.ts'
import { frontOf } from '../../../lib/local/front.ts'
import type { FrontBehavior, LocalFront } from '../../../lib/local/front-model.ts'

const apiOf = (key: LocalApi['key']) => ({ key }) as LocalApi

const CONSOLE = join(import.meta.dirname, '../../fixtures/console')

/** POST bodies of more than four bytes go to another route. */
const LARGE_BODY_ROUTES = [{ method: 'POST', from: '/api/films/{id}', to: '/api/films/{id}/large', maxDirectBytes: 4 }]

const toApi = (pattern: string, key: LocalApi['key']): FrontBehavior => ({
  pattern,
  key,
  viewerRequest: viewerRequestCode(['images', 'flags'], LARGE_BODY_ROUTES),
})

const toConsole = (pattern: string, viewerRequest?: string): FrontBehavior => ({
  pattern,
  files: {
    folder: 'console',
    cacheControl: [
      { prefix: 'static/', value: 'immutable' },
      { prefix: '', value: 'no-cache' },
    ],
  },
  responseHeaders: [['Referrer-Policy', 'same-origin']],
  methods: ['GET', 'HEAD'],
  viewerRequest,
})

const main: LocalFront = {
  key: 'platform',
  behaviors: [
    toConsole('/static/*'),
    toApi('/_api/images/*', 'images'),
    toApi('/_api/flags/*', 'flags'),
    toApi('/trust/*', 'platform'),
    toApi('/api/*', 'platform'),
    toApi('/_api/*', 'platform'),
    toConsole('*', INDEX_CODE),
  ],
  headers: { 'x-api-key': 'the-origin-key' },
}

const apis = (['platform', 'images', 'flags'] as const).map(apiOf)

const routeRequest = (
  path: string,
  headers: readonly (readonly [string, string])[],
  { key = 'platform', method = 'GET' }: { readonly key?: LocalApi['key']; readonly method?: string },
) => {
  const { front } = frontOf(apiOf(key), apis, [main], () => CONSOLE)
  const shared = { method, query: '', requestId: 'r', port: 4000, isHostTrusted: false, now: 0 }
  return front?.route({ ...shared, api: apiOf(key), path, headers, sourceIp: '203.0.113.7' })
}

const forwarded = (
  path: string,
  headers: readonly (readonly [string, string])[] = [],
  key: LocalApi['key'] = 'platform',
) => {
  const routed = routeRequest(path, headers, { key })
  if (!routed || 'answer' in routed) throw new Error(`${path} is answered by the front itself`)
  return {
    ...routed,
    header: Object.fromEntries(routed.headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}

/** Returns the response of the front itself. */
const frontResponse = async (path: string, headers: readonly (readonly [string, string])[] = [], method = 'GET') => {
  const routed = routeRequest(path, headers, { method })
  if (!routed || !('answer' in routed)) throw new Error(`${path} leads to an API`)
  return routed.answer()
}

describe('the front', () => {
  it('a path below /_api is routed to its API without the prefix', () => {
    expect(forwarded('/_api/images/v2/health')).toMatchObject({ key: 'images', path: '/v2/health' })
    expect(forwarded('/_api/flags/')).toMatchObject({ key: 'flags', path: '/' })
    expect(forwarded('/api/health')).toMatchObject({ key: 'platform', path: '/api/health' })
  })

  it('a path below an unknown prefix is routed to the platform unchanged', () => {
    for (const path of ['/_api/nothing/x', '/_api/images', '/_api/imagesque/x'])
      expect(forwarded(path)).toMatchObject({ key: 'platform', path })
  })

  it('cookies are removed on pages with customer content only', () => {
    const headers = [['Cookie', 'session=1']] as const
    expect(forwarded('/trust/acme', headers).header.cookie).toBeUndefined()
    expect(forwarded('/api/account/me', headers).header.cookie).toBe('session=1')
  })

  it('every path without an API returns the console document', async () => {
    for (const path of [
      '/',
      '/flags/some.key',
      '/x/_api/images/y',
      '/api',
      '/docs',
      '/index.html',
      '/%E0%A4%A',
      '/..%2f',
    ])
      expect(await frontResponse(path)).toMatchObject({
        status: 200,
        headers: expect.arrayContaining([
          ['Content-Type', 'text/html'],
          ['Cache-Control', 'no-cache'],
          ['Referrer-Policy', 'same-origin'],
        ]),
      })
  })

  it('files below /static are immutable, and no other files are served', async () => {
    expect(await frontResponse('/static/main-5EMZQKAA.js')).toMatchObject({
      status: 200,
      headers: expect.arrayContaining([['Cache-Control', 'immutable']]),
    })
    for (const path of ['/static/', '/static/absent.js', '/static/../index.html', '/static/..%2findex.html'])
      expect((await frontResponse(path)).status).toBe(403)
  })

  it('the console accepts GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await frontResponse('/', [], method)).status).toBe(403)
    expect((await frontResponse('/', [], 'HEAD')).status).toBe(200)
  })

  it('the front sets the addresses of the caller and of itself, and ignores those of callers', () => {
    const { header } = forwarded('/_api/images/v2/health', [
      ['Host', '127.0.0.1:4000'],
      ['X-Viewer-Address', '10.0.0.1'],
      ['X-Forwarded-Host', 'evil.example'],
      ['X-Forwarded-Prefix', '/evil'],
      ['x-caller-api-key', 'somebody-elses'],
    ])
    expect(header).toMatchObject({
      'x-viewer-address': '203.0.113.7',
      'x-forwarded-host': '127.0.0.1:4000',
      'x-forwarded-prefix': '/_api/images',
      'x-api-key': 'the-origin-key',
    })
    expect(header['x-caller-api-key']).toBeUndefined()
    expect(forwarded('/api/health', [['X-Forwarded-Prefix', '/evil']]).header['x-forwarded-prefix']).toBeUndefined()
  })

  it('a foreign Host header is ignored', () => {
    expect(forwarded('/api/health', [['Host', 'evil.example']]).header['x-forwarded-host']).toBe('127.0.0.1:4000')
  })

  it("the caller's API key and the origin key stay separate, and other headers are unchanged", () => {
    const { header, headers } = forwarded('/api/keys', [
      ['X-API-Key', 'plat_1'],
      ['Accept', 'a'],
      ['Accept', 'b'],
    ])
    expect(header).toMatchObject({ 'x-api-key': 'the-origin-key', 'x-caller-api-key': 'plat_1' })
    expect(headers?.filter(([name]) => name === 'Accept').map(([, value]) => value)).toEqual(['a', 'b'])
  })

  it('a header that the front sets appears once, even if the caller sent several', () => {
    const duplicates = [
      ['X-Viewer-Address', '1'],
      ['X-Viewer-Address', '1'],
    ] as const
    const { headers } = forwarded('/api/health', duplicates)
    expect(headers?.filter(([name]) => name.toLowerCase() === 'x-viewer-address').map(([, value]) => value)).toEqual([
      '203.0.113.7',
    ])
  })

  it('a request with the origin key passes unchanged', () => {
    const headers = [['x-api-key', 'the-origin-key']] as const
    expect(forwarded('/v2/generate', headers, 'images')).toMatchObject({ key: 'images', path: '/v2/generate', headers })
  })

  it('the port of another API routes to that API only', () => {
    expect(forwarded('/v2/health', [], 'images')).toMatchObject({ key: 'images', path: '/v2/health' })
  })

  it('an API has no front if the templates have no distribution', () => {
    expect(frontOf(apiOf('images'), apis, [], () => CONSOLE)).toEqual({ originKey: undefined })
  })
})

it('a request body that is too long for a function is routed to the storage route', () => {
  const pathOf = (path: string, length: string | undefined, method = 'POST') => {
    const routed = routeRequest(path, length === undefined ? [] : [['Content-Length', length]], { method })
    return routed && 'path' in routed ? routed.path : undefined
  }
  expect(pathOf('/api/films/1', '5')).toBe('/api/films/1/large')
  expect(pathOf('/api/films/1', '4')).toBe('/api/films/1')
  expect(pathOf('/api/films/1', undefined)).toBe('/api/films/1')
  expect(pathOf('/api/films/1', '5', 'PUT')).toBe('/api/films/1')
  for (const other of ['/api/films', '/api/films/1/large', '/api/films/1/stills', '/api/books/1'])
    expect(pathOf(other, '5')).toBe(other)
})
