import { rowTable } from '@signet/kernel'
import { beforeAll, describe, expect, test } from 'vitest'
import { artifactRow } from '../../../lambdas/trust/contract/artifact-rows.ts'
import { verifies } from '../../spec/verifies.ts'
import { type Answer, call } from '../../support/api.ts'
import { orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { keyOfPerson, paidPerson } from '../../support/paid-work.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'
import { edited } from '../../unit/posture/world.ts'
import { newIntake } from '../posture/posture-world.ts'
import { deleteSlugAs, newHash, newSlug, putArtifactAs, putSlugAs, sha256 } from './trust-world.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

interface PageBody {
  readonly hash: string
  readonly current: boolean
  readonly receipt: { readonly valid: boolean; readonly state: string } | null
  readonly artifacts: readonly { readonly url: string; readonly sha256: string }[]
  readonly code?: string
  readonly request_url?: string
}

type Headers = Readonly<Record<string, string>>

const page = (slug: string, headers: Headers = {}): Promise<Answer<PageBody>> =>
  call<PageBody>('GET', `/trust/${slug}`, { headers, as: 'readTrustPage' })
const pageAt = (slug: string, hash: string): Promise<Answer<PageBody>> =>
  call<PageBody>('GET', `/trust/${slug}/at/${hash}`, { as: 'readTrustPageAt' })
const bytesOf = (slug: string, artifact: string, headers: Headers = {}): Promise<Answer<PageBody>> =>
  call<PageBody>('GET', `/trust/${slug}/bundle/${artifact}`, { headers, as: 'readTrustArtifact' })
const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString()

let ada: Person
let slug: string
let olderHash: string
let newerHash: string
beforeAll(async () => {
  ada = await paidPerson()
  slug = newSlug()
  olderHash = await newIntake(ada, edited({ 'companyProfile.name': 'Older Ltd' }))
  newerHash = await newIntake(ada, edited({ 'companyProfile.name': '<script>alert(1)</script>' }))
  for (const hash of [olderHash, newerHash]) await putSlugAs(ada, slug, hash)
  await putArtifactAs(ada, newerHash, 'overview', {
    bytes: '# All <script>is</script> well',
    type: 'text/markdown',
    name: '<b>Overview',
  })
  await putArtifactAs(ada, olderHash, 'old', { bytes: 'Old words' })
})

describe('GET /trust/:slug', () => {
  test('readTrustPage returns 200 with a page without cookies that runs only its own script and escapes all input', async () => {
    const answer = await page(slug, { ...BROWSER, cookie: ada.cookie })
    const html = textOf(answer)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    for (const shown of ['Valid receipt', '&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;b&gt;Overview', newerHash])
      expect(html).toContain(shown)
    expect(html).not.toContain('<script>')
    expect(html).not.toContain(ada.email)
    expect(html).not.toContain(await orgOf(ada))
    const [, program = ''] = /<script type="module" crossorigin src="([^"]+)">/.exec(html) ?? []
    expect(answer.headers.get('content-security-policy')).toContain(`script-src ${program};`)
    const path = new URL(program).pathname
    const loaded = await call('GET', path, { as: 'readTrustProgram', headers: { origin: 'null' } })
    expect([loaded.status, loaded.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(loaded.headers.get('cache-control')).toContain('immutable')
    expect(textOf(loaded).length).toBeGreaterThan(10_000)
    const none = await call('GET', `${path}x`, { as: 'readTrustProgram' })
    expect([none.status, none.body.code]).toEqual([404, 'not_found'])
  })

  test('readTrustPage returns 200 as JSON, 304 for a current copy, 308 for upper case', async () => {
    const { status, body, headers } = await page(`${slug}.json`)
    expect([status, body]).toMatchObject([
      200,
      { hash: newerHash, current: true, receipt: { valid: true, state: 'active' } },
    ])
    const notModified = await page(`${slug}.json`, { 'if-none-match': String(headers.get('etag')) })
    expect([notModified.status, notModified.bytes.length]).toEqual([304, 0])
    const upper = await page(slug.toUpperCase())
    expect([upper.status, upper.headers.get('location')]).toEqual([308, `/trust/${slug}`])
  })

  test('readTrustPage returns a 404 page to browsers for unknown, released and malformed slugs', async () => {
    const bob = await newPerson('Bob')
    const releasedSlug = newSlug()
    await putSlugAs(bob, releasedSlug, newHash())
    await deleteSlugAs(bob, releasedSlug)
    for (const slugInput of [newSlug(), releasedSlug, 'a_b', '%E2%84%AA', '%3Cb%3E', 'a%2F..%2Fb']) {
      const { status, body } = await page(slugInput)
      expect([slugInput, status, body.code]).toEqual([slugInput, 404, 'not_found'])
    }
    const { status, headers, ...answer } = await page(newSlug(), BROWSER)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(textOf(answer)).toContain('Trust page not found')
  })

  test('readTrustPageAt returns 200 and 304 for earlier hashes of the slug, 404 for others', async () => {
    const olderPage = await pageAt(slug, olderHash)
    expect([
      olderPage.status,
      textOf(olderPage).includes('This is an earlier version of this page.'),
      textOf(olderPage).includes('Older Ltd'),
    ]).toEqual([200, true, true])
    const json = await pageAt(slug, `${olderHash}.json`)
    expect(json.body).toMatchObject({ hash: olderHash, current: false })
    const repeated = await call('GET', `/trust/${slug}/at/${olderHash}`, {
      headers: { 'if-none-match': String(olderPage.headers.get('etag')) },
      as: 'readTrustPageAt',
    })
    expect(repeated.status).toBe(304)
    for (const wrong of [newHash(), 'a', olderHash.toUpperCase()])
      expect([wrong, (await pageAt(slug, wrong)).status]).toEqual([wrong, 404])
  })
})

describe('GET /trust/:slug/bundle/:artifact_slug', () => {
  verifies(
    'PLA-4.6-17',
    'readTrustArtifact returns 200, 206, 304 and 416 with the stored bytes as an attachment',
    async () => {
      const { body } = await page(`${slug}.json`)
      const fullResponse = await bytesOf(slug, 'overview', { 'accept-encoding': 'gzip, br' })
      expect([fullResponse.status, sha256(fullResponse.bytes)]).toEqual([200, body.artifacts[0]?.sha256])
      expect(fullResponse.headers.get('content-encoding')).toBeNull()
      expect(fullResponse.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(fullResponse.headers.get('content-disposition')).toMatch(/^attachment;/)
      expect(fullResponse.headers.get('content-security-policy')).toContain('sandbox')
      const part = await bytesOf(slug, 'overview', { range: 'bytes=2-4' })
      expect([part.status, textOf(part), part.headers.get('content-digest')]).toEqual([206, 'All', null])
      const repeated = await bytesOf(slug, 'overview', { 'if-none-match': String(fullResponse.headers.get('etag')) })
      expect([repeated.status, repeated.bytes.length]).toEqual([304, 0])
      const outOfRange = await bytesOf(slug, 'overview', { range: 'bytes=999-' })
      expect([outOfRange.status, outOfRange.headers.get('content-range')]).toEqual([416, 'bytes */30'])
      const head = await fetch(`${testStack().urls.platform}/trust/${slug}/bundle/overview`, { method: 'HEAD' })
      expect([head.status, head.headers.get('etag'), (await head.arrayBuffer()).byteLength]).toEqual([
        ...[200, fullResponse.headers.get('etag'), 0],
      ])
    },
  )

  test('readTrustArtifact returns 200 for the largest artifact that a request accepts', async () => {
    const largeSlug = newSlug()
    const hash = newHash()
    const bytes = Buffer.alloc(4_194_304, 'x')
    await putSlugAs(ada, largeSlug, hash)
    await putArtifactAs(ada, hash, 'large', { bytes })
    const answer = await bytesOf(largeSlug, 'large')
    expect([answer.status, sha256(answer.bytes)]).toEqual([200, sha256(bytes)])
  })

  test('readTrustArtifact returns 403 with the form address for an artifact on request, 404 for an unknown one', async () => {
    const slug = newSlug()
    const hash = newHash()
    await putSlugAs(ada, slug, hash)
    await putArtifactAs(ada, hash, 'secret')
    const rows = rowTable(artifactRow, { db: table(), table: testStack().table, now: () => new Date() })
    const name = { org: await orgOf(ada), hash, slug: 'secret' }
    const row = await rows.get(name)
    if (!row) throw new Error('The artifact does not exist')
    await rows.replace(name, { ...row, access: 'request' }, {})
    const { status, body } = await bytesOf(slug, 'secret')
    expect([status, body]).toMatchObject([403, { code: 'on_request' }])
    expect(body.request_url).toMatch(new RegExp(`/trust/${slug}/request/secret$`))
    expect((await bytesOf(slug, 'none')).status).toBe(404)
    expect((await bytesOf(newSlug(), 'secret')).status).toBe(404)
  })

  test('readTrustArtifactAt returns 200, 206, 304, 403, 404 and 416 for documents of an earlier page', async () => {
    const readAt = (hash: string, artifact: string, headers: Headers = {}) =>
      call<PageBody>('GET', `/trust/${slug}/at/${hash}/bundle/${artifact}`, { headers, as: 'readTrustArtifactAt' })
    const completeResponse = await readAt(olderHash, 'old')
    expect([completeResponse.status, textOf(completeResponse)]).toEqual([200, 'Old words'])
    expect((await readAt(olderHash, 'old', { range: 'bytes=0-2' })).status).toBe(206)
    expect((await readAt(olderHash, 'old', { range: 'bytes=99-' })).status).toBe(416)
    expect(
      (await readAt(olderHash, 'old', { 'if-none-match': String(completeResponse.headers.get('etag')) })).status,
    ).toBe(304)
    expect((await readAt(newHash(), 'old')).status).toBe(404)
    await putArtifactAs(ada, olderHash, 'asked')
    const rows = rowTable(artifactRow, { db: table(), table: testStack().table, now: () => new Date() })
    const name = { org: await orgOf(ada), hash: olderHash, slug: 'asked' }
    const row = await rows.get(name)
    if (!row) throw new Error('The artifact does not exist')
    await rows.replace(name, { ...row, access: 'request' }, {})
    expect((await readAt(olderHash, 'asked')).status).toBe(403)
  })
})

describe('machine-readable forms', () => {
  test('readTrustAnswers, readTrustAnswersCsv and readTrustOscal return 200 from the claims of the receipt, 404 without one', async () => {
    const json = await call('GET', `/trust/${slug}/caiq.json`, { as: 'readTrustAnswers' })
    expect([json.status, json.body]).toMatchObject([200, { questionnaire: 'CAIQ v4.0', receipt: { hash: newerHash } }])
    const csv = await call('GET', `/trust/${slug}/caiq.csv`, { as: 'readTrustAnswersCsv' })
    expect([csv.status, textOf(csv).split('\r\n')[1]?.endsWith(newerHash)]).toEqual([200, true])
    const oscal = await call('GET', `/trust/${slug}/oscal.json`, { as: 'readTrustOscal' })
    expect([oscal.status, oscal.body]).toMatchObject([
      200,
      { 'component-definition': { metadata: { version: newerHash } } },
    ])
    for (const [file, as] of [
      ['caiq.json', 'readTrustAnswers'],
      ['caiq.csv', 'readTrustAnswersCsv'],
      ['oscal.json', 'readTrustOscal'],
    ] as const)
      expect((await call('GET', `/trust/${newSlug()}/${file}`, { as })).status).toBe(404)
  })

  test('readTrustSecurityTxt and readTrustWellKnownSecurityTxt return 200 after a contact is set, 404 before', async () => {
    const bob = await newPerson('Bob')
    const bobSlug = newSlug()
    await putSlugAs(bob, bobSlug, newHash())
    const files = [
      ['security.txt', 'readTrustSecurityTxt'],
      ['.well-known/security.txt', 'readTrustWellKnownSecurityTxt'],
    ] as const
    for (const [file, as] of files) expect((await call('GET', `/trust/${bobSlug}/${file}`, { as })).status).toBe(404)
    await asPerson(bob, 'PUT', '/api/trust/page', {
      body: { securityContact: 'mailto:security@bob.example' },
      as: 'putTrustPageSettings',
    })
    for (const [file, as] of files) {
      const answer = await call('GET', `/trust/${bobSlug}/${file}`, { as })
      expect([answer.status, textOf(answer)]).toEqual([
        200,
        expect.stringContaining('Contact: mailto:security@bob.example\n'),
      ])
    }
  })
})

describe('/api/trust/page', () => {
  test('getTrustPageSettings and putTrustPageSettings return 200 for the own organization, 400, 401, 403', async () => {
    const bob = await newPerson('Bob')
    const putSettings = (body: object) => asPerson(bob, 'PUT', '/api/trust/page', { body, as: 'putTrustPageSettings' })
    const get = (person: Person) => asPerson(person, 'GET', '/api/trust/page', { as: 'getTrustPageSettings' })
    const accent = { light: '#8a2be2', dark: '#c9a0ff' }
    expect((await putSettings({ displayName: 'Bob & Co', accent })).body).toMatchObject({
      displayName: 'Bob & Co',
      accent,
    })
    expect((await get(bob)).body).toMatchObject({ displayName: 'Bob & Co', accent, updated_at: expect.any(String) })
    expect((await get(await newPerson())).body).toEqual({ updated_at: null })
    const invalid = await putSettings({ accent: { ...accent, dark: '#111111' } })
    expect([invalid.status, invalid.body]).toMatchObject([400, { errors: [{ field: 'accent.dark' }] }])
    const reader = await keyOfPerson(bob, ['trust:read'])
    expect((await call('GET', '/api/trust/page', { key: reader, as: 'getTrustPageSettings' })).status).toBe(200)
    const refused = await call('PUT', '/api/trust/page', { key: reader, body: {}, as: 'putTrustPageSettings' })
    expect([refused.status, (await call('GET', '/api/trust/page', { as: 'getTrustPageSettings' })).status]).toEqual([
      403, 401,
    ])
  })
})
