import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INDEX_CODE, viewerRequestCode } from '../../../lib/constructs/edge-viewer-request.ts'
import type { LocalApi } from '../../../lib/local/api-model.ts'
import { frontOf } from '../../../lib/local/front.ts'
import type { FrontBehavior, LocalFront } from '../../../lib/local/front-model.ts'

const apiOf = (key: LocalApi['key']) => ({ key }) as LocalApi

const CONSOLE = join(import.meta.dirname, '../../fixtures/console')

/** Bodies of more than four bytes for films go elsewhere. */
const LED = [{ method: 'POST', from: '/api/films/{id}', to: '/api/films/{id}/large', beyond: 4 }]

const toApi = (pattern: string, key: LocalApi['key']): FrontBehavior => ({
  pattern,
  key,
  viewerRequest: viewerRequestCode(['images', 'flags'], LED),
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

const through = (
  path: string,
  headers: readonly (readonly [string, string])[],
  { key = 'platform', method = 'GET' }: { readonly key?: LocalApi['key']; readonly method?: string },
) => {
  const { front } = frontOf(apiOf(key), apis, [main], () => CONSOLE)
  const shared = { method, query: '', requestId: 'r', port: 4000, isHostTrusted: false, now: 0 }
  return front?.pass({ ...shared, api: apiOf(key), path, headers, sourceIp: '203.0.113.7' })
}

const passedBy = (
  path: string,
  headers: readonly (readonly [string, string])[] = [],
  key: LocalApi['key'] = 'platform',
) => {
  const passed = through(path, headers, { key })
  if (!passed || 'answer' in passed) throw new Error(`${path} is answered by the front itself`)
  return {
    ...passed,
    header: Object.fromEntries(passed.headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}

/** What the front itself answers. */
const given = async (path: string, headers: readonly (readonly [string, string])[] = [], method = 'GET') => {
  const passed = through(path, headers, { method })
  if (!passed || !('answer' in passed)) throw new Error(`${path} leads to an API`)
  return passed.answer()
}

describe('the front', () => {
  it('leads by the path to an API, and takes the prefix off', () => {
    expect(passedBy('/_api/images/v2/health')).toMatchObject({ key: 'images', path: '/v2/health' })
    expect(passedBy('/_api/flags/')).toMatchObject({ key: 'flags', path: '/' })
    expect(passedBy('/api/health')).toMatchObject({ key: 'platform', path: '/api/health' })
  })

  it('leaves what is below the prefix of no API to the platform, as it is', () => {
    for (const path of ['/_api/nothing/x', '/_api/images', '/_api/imagesque/x'])
      expect(passedBy(path)).toMatchObject({ key: 'platform', path })
  })

  it('keeps cookies from pages whose content is of customers, and from no others', () => {
    const headers = [['Cookie', 'session=1']] as const
    expect(passedBy('/trust/acme', headers).header.cookie).toBeUndefined()
    expect(passedBy('/api/account/me', headers).header.cookie).toBe('session=1')
  })

  it('has the document of the console for every path that no API has', async () => {
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
      expect(await given(path)).toMatchObject({
        status: 200,
        headers: expect.arrayContaining([
          ['Content-Type', 'text/html'],
          ['Cache-Control', 'no-cache'],
          ['Referrer-Policy', 'same-origin'],
        ]),
      })
  })

  it('gives out files for good below /static, and nothing beside them', async () => {
    expect(await given('/static/main-5EMZQKAA.js')).toMatchObject({
      status: 200,
      headers: expect.arrayContaining([['Cache-Control', 'immutable']]),
    })
    for (const path of ['/static/', '/static/absent.js', '/static/../index.html', '/static/..%2findex.html'])
      expect((await given(path)).status).toBe(403)
  })

  it('lets no other methods through to the console than those that read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect((await given('/', [], method)).status).toBe(403)
    expect((await given('/', [], 'HEAD')).status).toBe(200)
  })

  it('tells the address of the caller and its own, which callers cannot set', () => {
    const { header } = passedBy('/_api/images/v2/health', [
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
    expect(passedBy('/api/health', [['X-Forwarded-Prefix', '/evil']]).header['x-forwarded-prefix']).toBeUndefined()
  })

  it('does not believe a Host that does not lead here', () => {
    expect(passedBy('/api/health', [['Host', 'evil.example']]).header['x-forwarded-host']).toBe('127.0.0.1:4000')
  })

  it("keeps the caller's key apart from its own, and other headers as they came", () => {
    const { header, headers } = passedBy('/api/keys', [
      ['X-API-Key', 'plat_1'],
      ['Accept', 'a'],
      ['Accept', 'b'],
    ])
    expect(header).toMatchObject({ 'x-api-key': 'the-origin-key', 'x-caller-api-key': 'plat_1' })
    expect(headers?.filter(([name]) => name === 'Accept').map(([, value]) => value)).toEqual(['a', 'b'])
  })

  it('has one of a header that it writes itself, however many came', () => {
    const twice = [
      ['X-Viewer-Address', '1'],
      ['X-Viewer-Address', '1'],
    ] as const
    const { headers } = passedBy('/api/health', twice)
    expect(headers?.filter(([name]) => name.toLowerCase() === 'x-viewer-address').map(([, value]) => value)).toEqual([
      '203.0.113.7',
    ])
  })

  it('passes on as it is what shows its key: a sibling', () => {
    const headers = [['x-api-key', 'the-origin-key']] as const
    expect(passedBy('/v2/generate', headers, 'images')).toMatchObject({ key: 'images', path: '/v2/generate', headers })
  })

  it('leads from the port of another API to that alone', () => {
    expect(passedBy('/v2/health', [], 'images')).toMatchObject({ key: 'images', path: '/v2/health' })
  })

  it('is not there where the templates have none', () => {
    expect(frontOf(apiOf('images'), apis, [], () => CONSOLE)).toEqual({ originKey: undefined })
  })
})

it('leads a body that is too long for a function to where the gateway stores it, by its length', () => {
  const pathOf = (path: string, length: string | undefined, method = 'POST') => {
    const passed = through(path, length === undefined ? [] : [['Content-Length', length]], { method })
    return passed && 'path' in passed ? passed.path : undefined
  }
  expect(pathOf('/api/films/1', '5')).toBe('/api/films/1/large')
  expect(pathOf('/api/films/1', '4')).toBe('/api/films/1')
  expect(pathOf('/api/films/1', undefined)).toBe('/api/films/1')
  expect(pathOf('/api/films/1', '5', 'PUT')).toBe('/api/films/1')
  for (const other of ['/api/films', '/api/films/1/large', '/api/films/1/stills', '/api/books/1'])
    expect(pathOf(other, '5')).toBe(other)
})
