import { describe, expect, it } from 'vitest'
import { viewerRequestCode } from '../../../lib/constructs/edge-viewer-request.ts'
import type { LocalApi } from '../../../lib/local/api-model.ts'
import { frontOf } from '../../../lib/local/front.ts'
import type { LocalFront } from '../../../lib/local/front-model.ts'

const apiOf = (key: LocalApi['key']) => ({ key }) as LocalApi

const main: LocalFront = {
  key: 'platform',
  behaviours: [
    { pattern: '/_api/images/*', key: 'images' },
    { pattern: '/_api/flags/*', key: 'flags' },
  ],
  viewerRequest: viewerRequestCode(['images', 'flags']),
  headers: { 'x-api-key': 'the-origin-key' },
}

const apis = (['platform', 'images', 'flags'] as const).map(apiOf)

const passedBy = (
  path: string,
  headers: readonly (readonly [string, string])[] = [],
  key: LocalApi['key'] = 'platform',
) => {
  const { front } = frontOf(apiOf(key), apis, [main])
  const shared = { method: 'GET', query: '', requestId: 'r', port: 4000, isHostTrusted: false, now: 0 }
  const arrival = { ...shared, api: apiOf(key), path, headers, sourceIp: '203.0.113.7' }
  const passed = front?.door.pass(arrival)
  return {
    ...passed,
    header: Object.fromEntries((passed?.headers ?? []).map(([name, value]) => [name.toLowerCase(), value])),
  }
}

describe('the front', () => {
  it('leads by the path to an API, and takes the prefix off', () => {
    expect(passedBy('/_api/images/v2/health')).toMatchObject({ key: 'images', path: '/v2/health' })
    expect(passedBy('/_api/flags/')).toMatchObject({ key: 'flags', path: '/' })
    expect(passedBy('/api/health')).toMatchObject({ key: 'platform', path: '/api/health' })
  })

  it('leaves whatever has no prefix of an API to the platform, as it is', () => {
    for (const path of ['/_api/nothing/x', '/_api/images', '/_api/imagesque/x', '/x/_api/images/y'])
      expect(passedBy(path)).toMatchObject({ key: 'platform', path })
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
    expect(frontOf(apiOf('images'), apis, [])).toEqual({ originKey: undefined })
  })
})
