import { rowTable } from '@signet/kernel'
import type { Intake } from '@signet/posture'
import { receiptRow } from '@signet/receipts/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { memoryObjects, sha256 } from './bundle-world.ts'
import { type PageAnswer, PROGRAM, pagesOver } from './page-world.ts'
import { giveReceipt, hashOf, tablesOf } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
const options = () => ({ db: world.db, now, objects: memoryObjects() })
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let orgs = 0
const newTenant = (): string => {
  orgs += 1
  return `pages-${orgs}`
}

/** Publishes an intake under a slug of a new tenant. */
const published = async (intake: Intake = faultFreeIntake()) => {
  const pages = pagesOver(options())
  const tenant = newTenant()
  const hash = await pages.intake(tenant, intake)
  await pages.slugs.put(tenant, tenant, hash)
  const read = (slug = tenant, headers = {}) => pages.ask('readTrustPage', { params: { slug }, headers })
  return { ...pages, tenant, hash, slug: tenant, read }
}

const jsonOf = ({ text }: PageAnswer) => JSON.parse(text) as Record<string, never>
const setTenant = (tenant: string) => ({
  kind: 'session',
  tenantId: tenant,
  orgId: `${tenant}-org`,
  userId: tenant,
  scopes: [],
})

describe('trust page', () => {
  it('shows posture, documents and history, and never internal ids', async () => {
    const intake = edited({
      'controlBaseline.mfa.notes': 'A note of nobody',
      'incidentHistory.0.scope': 'What happened there',
      'certifications.penTest.scope': 'What was looked at',
    })
    const { read, hash, slug, tenant, bundles } = await published(intake)
    await bundles.put(tenant, hash, 'caiq-lite', { name: 'CAIQ-Lite', excerpt: 'Short', signed: 'true' })
    const { status, headers, text } = await read()
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const expectedText of [
      'Loaf Ltd',
      'Valid receipt',
      'Current',
      'AES-256',
      'Ireland',
      'CAIQ-Lite',
      'IAM-14.1',
      hash,
      sha256('All is well'),
    ])
      expect(text).toContain(expectedText)
    expect(text).toContain(`href="/trust/${slug}/bundle/caiq-lite"`)
    for (const privateText of [
      'Ada Kay',
      'A note of nobody',
      'What happened there',
      'What was looked at',
      `${tenant}-org`,
      'Vault',
    ])
      expect(text).not.toContain(privateText)
    const json = await read(`${slug}.json`)
    const [day] = /Out of date from <time datetime="([^"]+)">/.exec(text)?.slice(1) ?? []
    expect(JSON.parse(json.text).posture.freshness.outOfDateFrom).toBe(day)
    expect(day).toMatch(/^2027-/)
    expect(jsonOf(json)).toMatchObject({
      slug,
      hash,
      current: true,
      organization: { name: 'Loaf Ltd', website: null },
      receipt: { kind: 'ciso.intake', valid: true, state: 'active' },
      posture: { refused: false, freshness: { state: 'fresh', reasons: [] }, controls: { mfa: 'universal' } },
      artifacts: [
        {
          slug: 'caiq-lite',
          signed: true,
          access: 'public',
          url: `https://trust.example/trust/${slug}/bundle/caiq-lite`,
        },
      ],
      history: [{ hash, url: `https://trust.example/trust/${slug}` }],
    })
    expect(json.text).not.toContain(`${tenant}-org`)
  })

  it('allows one style sheet and one script in its headers, and answers 304 to a current copy', async () => {
    const { read } = await published()
    const { headers, text } = await read()
    const policy = String(headers['content-security-policy'])
    const address = `https://trust.example/trust/assets/program/verify-${sha256(PROGRAM).slice(0, 16)}.js`
    expect(policy).toContain(`script-src ${address};`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(text).toContain(`<script type="module" crossorigin src="${address}"></script>`)
    expect(text).not.toMatch(/style="|onclick|onload/)
    expect(headers['set-cookie']).toBeUndefined()
    const again = await read(undefined, { 'if-none-match': headers.etag })
    expect([again.status, again.headers.etag, again.text]).toEqual([304, headers.etag, 'null'])
  })

  it('omits its script in a preview, where a frame would not run it', async () => {
    const { ask, slug, read } = await published()
    const preview = await ask('readTrustPage', { params: { slug }, query: { preview: 'a1' } })
    expect((await read()).text).toContain('<script')
    expect(preview.text).toContain('Valid receipt')
    expect(preview.text).not.toContain('<script')
    expect(preview.headers['content-security-policy']).not.toContain('script-src')
  })

  it('upper case redirects, and look-alikes of ASCII return 404', async () => {
    const { read, slug } = await published()
    const upper = await read(slug.toUpperCase())
    expect([upper.status, upper.headers.location]).toEqual([308, `/trust/${slug}`])
    expect((await read(`${slug.toUpperCase()}.json`)).headers.location).toBe(`/trust/${slug}.json`)
    for (const wrong of [
      `${slug}\u212a`,
      `${slug}%20`,
      ` ${slug}`,
      `${slug}/`,
      `${slug}.html`,
      `${slug}.JSON`,
      '..',
      '<b>',
      'nobody-has-it',
    ])
      expect([wrong, (await read(wrong)).code]).toEqual([wrong, 'not_found'])
  })

  it.each([
    ['withdrawn', 'Withdrawn'],
    ['superseded', 'Superseded'],
  ] as const)('shows that its receipt is %s', async (state, words) => {
    const { read, hash, deps, ask, slug } = await published()
    const row = await deps.receipts.get({ hash })
    if (!row) throw new Error('The receipt does not exist')
    const changed = { ...row, state, changed_at: '2026-11-22T10:00:00.000Z', changed_by: hashOf('c') }
    await rowTable(receiptRow, tablesOf(options())).replace({ hash }, changed, {})
    const { text } = await read()
    expect(text).toContain(`>${words}</strong>`)
    expect(text).not.toContain('Valid receipt')
    expect(text).toContain(`/verify/${hashOf('c')}`)
    // A withdrawn receipt supports no answers, and the page does not link to them.
    const codes = await Promise.all(
      (['readTrustAnswers', 'readTrustAnswersCsv', 'readTrustOscal'] as const).map(
        async (name) => (await ask(name, { params: { slug } })).code ?? 'there',
      ),
    )
    const isBack = state === 'withdrawn'
    expect(codes).toEqual(Array(3).fill(isBack ? 'not_found' : 'there'))
    expect([text.includes('/oscal.json'), text.includes('/caiq.csv')]).toEqual([!isBack, !isBack])
  })

  it('links only to existing files', async () => {
    const { read, settings, tenant, slugs, slug } = await published()
    const before = await read()
    expect([before.text.includes('/oscal.json'), before.text.includes('/security.txt')]).toEqual([true, false])
    await settings('putTrustPageSettings', {
      body: { securityContact: 'mailto:security@loaf.example' },
      caller: setTenant(tenant),
    })
    expect((await read()).text).toContain(`href="/trust/${slug}/security.txt"`)
    await slugs.put(tenant, slug, sha256('no receipt'))
    const { text } = await read()
    expect([text.includes('/oscal.json'), text.includes('/caiq.csv')]).toEqual([false, false])
  })

  it('shows that the rules refused its posture', async () => {
    const { read } = await published(edited({ 'controlBaseline.mfa.scope': 'none', dataHandled: ['pii', 'phi'] }))
    expect((await read()).text).toContain('Does not meet the rules')
  })

  it('rejects claims that do not match the receipt, and changed receipts', async () => {
    const { read, hash, deps, ask, slug } = await published()
    const row = await deps.receipts.get({ hash })
    if (!row) throw new Error('The receipt does not exist')
    const rows = rowTable(receiptRow, tablesOf(options()))
    await rows.replace({ hash }, { ...row, claims: String(row.claims).replace('Loaf Ltd', 'Lies Ltd') }, {})
    const { text } = await read()
    expect(text).toContain('>Invalid</strong>')
    expect(text).not.toContain('Lies Ltd')
    expect((await ask('readTrustOscal', { params: { slug } })).code).toBe('not_found')
  })

  it('shows from when it is out of date: by the first audit or a year after its verdict, and not afterwards', async () => {
    const textOf = async (lastAudit?: string) => {
      const audit = { status: lastAudit === undefined ? 'none' : 'completed', ...(lastAudit && { lastAudit }) }
      return (await (await published(edited({ 'certifications.penTest': audit }))).read()).text
    }
    expect(await textOf()).toContain('Out of date from <time datetime="2027-11-23">')
    expect(await textOf('2026-06-01')).toContain('Out of date from <time datetime="2027-06-02">')
    expect(await textOf('2025-01-01')).not.toContain('Out of date from')
  })

  it('receipt and day alone make it amber or red, with rule and date', async () => {
    const { read } = await published(edited({ 'certifications.penTest.lastAudit': '2025-12-20' }))
    const { text } = await read()
    expect(text).toContain('Aging')
    expect(text).toMatch(/Last penetration test: 20 December 2025\. Aging since .*2026-11-21.*rule audit-age/)
  })

  it("without a known receipt, with another kind or another organization's receipt, states what is unknown", async () => {
    const pages = pagesOver(options())
    const tenant = newTenant()
    const read = (slug: string) => pages.ask('readTrustPage', { params: { slug } })
    const unknown = sha256(`unknown of ${tenant}`)
    await pages.bundles.put(tenant, unknown, 'a', { name: 'Overview' })
    await pages.slugs.put(tenant, `${tenant}-a`, unknown)
    const none = await read(`${tenant}-a`)
    expect([none.status, none.text.includes('No receipt'), none.text.includes('Overview')]).toEqual([200, true, true])
    await pages.slugs.put(tenant, `${tenant}-b`, await pages.image(tenant))
    expect((await read(`${tenant}-b`)).text).toContain('does not cover security controls')
    // A receipt of another organization that became known later.
    await giveReceipt(options(), 'somebody', unknown)
    const foreign = await read(`${tenant}-a`)
    expect(foreign.text).toContain('No receipt')
    expect(foreign.text).not.toContain('Overview')
    const bytes = { params: { slug: `${tenant}-a`, artifact_slug: 'a' } }
    expect((await pages.ask('readTrustArtifact', bytes)).code).toBe('not_found')
  })
})

describe('untrusted text', () => {
  const EVIL = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover=alert(1) '`,
    `</style><svg onload=alert(1)>`,
    'javascript:alert(1)',
  ]

  it.each(EVIL)('every position escapes it: %s', async (evil) => {
    const intake = edited({
      'companyProfile.name': evil,
      subprocessors: [{ name: evil, purpose: evil, dataAccess: ['logs'], jurisdiction: evil, dpaSigned: true }],
    })
    const { read, settings, tenant, hash, bundles } = await published(intake)
    await bundles.put(tenant, hash, 'a', { name: evil, excerpt: evil })
    const body = { displayName: evil }
    expect((await settings('putTrustPageSettings', { body, caller: setTenant(tenant) })).status).toBe(200)
    const { text } = await read()
    expect(text).not.toMatch(/<(?:script>|img|svg)/)
    expect(text).not.toMatch(/\son(?:error|mouseover|load)=[^&]*alert\(1\)[^&]*>/)
    expect(text).not.toContain('href="javascript')
    expect(text.match(/<style>/g)).toHaveLength(1)
  })

  it('a stored value that is not a color is left out of the style sheet', async () => {
    const { read, deps, tenant } = await published()
    const rows = deps.settings as unknown as { putNew: (parts: object, row: object) => Promise<boolean> }
    const dark = 'red)}</style><script>alert(1)</script>'
    await rows.putNew({ org: `${tenant}-org` }, { accent: { light: '#000000', dark }, updated_at: 'now' })
    expect((await read()).text).not.toContain('alert(1)')
  })
})
