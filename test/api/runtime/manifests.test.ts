import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { runtimeKey } from './runtime-world.ts'

interface Manifest {
  readonly schema: number
  readonly patterns?: readonly { readonly pattern: string; readonly files: readonly string[] }[]
  readonly items?: readonly { readonly kind: string; readonly id: string; readonly state: string }[]
}

const ALL = [
  ['getCloudflareManifest', '/manifests/cloudflare'],
  ['getAwsManifest', '/manifests/aws'],
  ['getCrownrot', '/manifests/crownrot'],
] as const

describe('manifests', () => {
  test('getCloudflareManifest, getAwsManifest, getCrownrot 200 with an ETag, and 304 for a current copy', async () => {
    const key = await runtimeKey()
    for (const [as, path] of ALL) {
      const fresh = await call<Manifest>('GET', path, { key, as })
      expect([fresh.status, fresh.body.schema]).toEqual([200, 1])
      const etag = fresh.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
      const notModified = await call('GET', path, { key, headers: { 'if-none-match': etag }, as })
      expect([notModified.status, notModified.headers.get('etag')]).toEqual([304, etag])
      expect((await call('GET', path, { key, headers: { 'if-none-match': '"old"' }, as })).status).toBe(200)
    }
  })

  test('getCloudflareManifest and getAwsManifest list every pattern with its files, getCrownrot its version', async () => {
    const key = await runtimeKey()
    const [cloudflare, aws, rot] = await Promise.all(ALL.map(([as, path]) => call<Manifest>('GET', path, { key, as })))
    const filesOf = (body: Manifest | undefined, id: string) =>
      body?.patterns?.find(({ pattern }) => pattern === id)?.files
    expect([cloudflare?.body.patterns?.length, aws?.body.patterns?.length]).toEqual([18, 18])
    expect(filesOf(cloudflare?.body, 'crud-api')).toContain('wrangler.jsonc')
    expect(filesOf(aws?.body, 'crud-api')).toContain('infrastructure/stack.ts')
    expect(rot?.body.items?.filter(({ kind }) => kind === 'pattern').length).toBe(18)
  })
})
