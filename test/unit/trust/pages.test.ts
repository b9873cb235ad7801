import { rowTable } from '@signet/kernel'
import type { Intake } from '@signet/posture'
import { receiptRow } from '@signet/receipts/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { memoryObjects, sha256 } from './bundle-world.ts'
import { type PageAnswer, PROGRAM, pagesOver } from './page-world.ts'
import { hashOf, storeReceipt, tablesOf } from './trust-world.ts'

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

let orgCount = 0
const newTenant = (): string => {
  orgCount += 1
  return `pages-${orgCount}`
}

/** Publishes an intake under a slug of a new tenant. */
const publishPage = async (intake: Intake = faultFreeIntake()) => {
  const pages = pagesOver(options())
  const tenant = newTenant()
  const hash = await pages.intake(tenant, intake)
  await pages.slugs.put(tenant, tenant, hash)
  const read = (slug = tenant, headers = {}) => pages.callPage('readTrustPage', { params: { slug }, headers })
  return { ...pages, tenant, hash, slug: tenant, read }
}

const jsonOf = ({ text }: PageAnswer) => JSON.parse(text) as Record<string, never>
const callerOf = (tenant: string) => ({
  kind: 'session',
  tenantId: tenant,
  orgId: `${tenant}-org`,
  userId: tenant,
  scopes: [],
})

describe('trust page', () => {
  it('shows posture, documents and history, and never internal ids', async () => {
    const intake = edited({
      'controlBaseline.mfa.notes': 'A private note',
      'incidentHistory.0.scope': 'What happened there',
      'certifications.penTest.scope': 'Scope of the test',
    })
    const { read, hash, slug, tenant, bundles } = await publishPage(intake)
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
      'strong authentication',
      hash,
      sha256('All is well'),
    ])
      expect(text).toContain(expectedText)
    expect(text).toContain(`href="/trust/${slug}/bundle/caiq-lite"`)
    for (const privateText of [
      'Ada Kay',
      'A private note',
      'What happened there',
      'Scope of the test',
      `${tenant}-org`,
      'Vault',
    ])
      expect(text).not.toContain(privateText)
    const json = await read(`${slug}.json`)
    const [day] = /out of date from <time datetime="([^"]+)">/.exec(text)?.slice(1) ?? []
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

  it('allows one script and no foreign frame in its headers, and returns 304 for a current copy', async () => {
    const { read } = await publishPage()
    const { headers, text } = await read()
    const policy = String(headers['content-security-policy'])
    const address = `https://trust.example/trust/assets/program/verify-${sha256(PROGRAM).slice(0, 16)}.js`
    expect(policy).toContain(`script-src ${address};`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(text).toContain(`<script type="module" crossorigin src="${address}"></script>`)
    expect(text).not.toMatch(/style="|onclick|onload/)
    expect(headers['set-cookie']).toBeUndefined()
    const notModified = await read(undefined, { 'if-none-match': headers.etag })
    expect([notModified.status, notModified.headers.etag, notModified.text]).toEqual([304, headers.etag, 'null'])
  })

  it('omits its script in a preview, where a frame would not run it', async () => {
    const { callPage, slug, read } = await publishPage()
    const preview = await callPage('readTrustPage', { params: { slug }, query: { preview: 'a1' } })
    expect((await read()).text).toContain('<script')
    expect(preview.text).toContain('Valid receipt')
    expect(preview.text).not.toContain('<script')
    expect(preview.headers['content-security-policy']).not.toContain('script-src')
  })

  it('redirects upper case, and returns 404 for malformed and unknown slugs', async () => {
    const { read, slug } = await publishPage()
    const upper = await read(slug.toUpperCase())
    expect([upper.status, upper.headers.location]).toEqual([308, `/trust/${slug}`])
    expect((await read(`${slug.toUpperCase()}.json`)).headers.location).toBe(`/trust/${slug}.json`)
    for (const slugInput of [
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
      expect([slugInput, (await read(slugInput)).code]).toEqual([slugInput, 'not_found'])
  })

  it.each([
    ['withdrawn', 'Withdrawn'],
    ['superseded', 'Superseded'],
  ] as const)('shows that its receipt is %s', async (state, badgeText) => {
    const { read, hash, deps, callPage, slug } = await publishPage()
    const row = await deps.receipts.get({ hash })
    if (!row) throw new Error('The receipt does not exist')
    const changed = { ...row, state, changed_at: '2026-11-22T10:00:00.000Z', changed_by: hashOf('c') }
    await rowTable(receiptRow, tablesOf(options())).replace({ hash }, changed, {})
    const { text } = await read()
    expect(text).toContain(`>${badgeText}</strong>`)
    expect(text).not.toContain('Valid receipt')
    expect(text).toContain(`/verify/${hashOf('c')}`)
    // A withdrawn receipt supports no answers, and the page does not link to them.
    const codes = await Promise.all(
      (['readTrustAnswers', 'readTrustAnswersCsv', 'readTrustOscal'] as const).map(
        async (name) => (await callPage(name, { params: { slug } })).code ?? 'exists',
      ),
    )
    const isWithdrawn = state === 'withdrawn'
    expect(codes).toEqual(Array(3).fill(isWithdrawn ? 'not_found' : 'exists'))
    expect([text.includes('/oscal.json'), text.includes('/caiq.csv')]).toEqual([!isWithdrawn, !isWithdrawn])
  })

  it('links only to existing files', async () => {
    const { read, settings, tenant, slugs, slug } = await publishPage()
    const withoutContact = await read()
    expect([withoutContact.text.includes('/oscal.json'), withoutContact.text.includes('/security.txt')]).toEqual([
      true,
      false,
    ])
    await settings('putTrustPageSettings', {
      body: { securityContact: 'mailto:security@loaf.example' },
      caller: callerOf(tenant),
    })
    expect((await read()).text).toContain(`href="/trust/${slug}/security.txt"`)
    await slugs.put(tenant, slug, sha256('no receipt'))
    const { text } = await read()
    expect([text.includes('/oscal.json'), text.includes('/caiq.csv')]).toEqual([false, false])
  })

  it('shows that the rules refused its posture', async () => {
    const { read } = await publishPage(edited({ 'controlBaseline.mfa.scope': 'none', dataHandled: ['pii', 'phi'] }))
    expect((await read()).text).toContain('Does not meet the rules')
  })

  it('shows its receipt as invalid and no claims if the stored claims do not match the receipt', async () => {
    const { read, hash, deps, callPage, slug } = await publishPage()
    const row = await deps.receipts.get({ hash })
    if (!row) throw new Error('The receipt does not exist')
    const rows = rowTable(receiptRow, tablesOf(options()))
    await rows.replace({ hash }, { ...row, claims: String(row.claims).replace('Loaf Ltd', 'Lies Ltd') }, {})
    const { text } = await read()
    expect(text).toContain('>Invalid</strong>')
    expect(text).not.toContain('Lies Ltd')
    expect((await callPage('readTrustOscal', { params: { slug } })).code).toBe('not_found')
  })

  it('shows the day from which it is out of date (by the earliest audit or a year after the evaluation), unless that day has passed', async () => {
    const textOf = async (lastAudit?: string) => {
      const audit = { status: lastAudit === undefined ? 'none' : 'completed', ...(lastAudit && { lastAudit }) }
      return (await (await publishPage(edited({ 'certifications.penTest': audit }))).read()).text
    }
    expect(await textOf()).toContain('out of date from <time datetime="2027-11-23">')
    expect(await textOf('2026-06-01')).toContain('out of date from <time datetime="2027-06-02">')
    expect(await textOf('2025-01-01')).not.toContain('out of date from')
  })

  it('shows an aging audit with its rule and date', async () => {
    const { read } = await publishPage(edited({ 'certifications.penTest.lastAudit': '2025-12-20' }))
    const { text } = await read()
    expect(text).toContain('Aging')
    expect(text).toMatch(/Last penetration test: 20 December 2025\. Aging since .*2026-11-21/)
    expect(text).toContain(
      'A page is aging when its oldest date is more than 335 days ago, and out of date after 365 days.',
    )
  })

  it("shows that nothing is proven without a known receipt, with a receipt of another kind, and with another organization's receipt", async () => {
    const pages = pagesOver(options())
    const tenant = newTenant()
    const read = (slug: string) => pages.callPage('readTrustPage', { params: { slug } })
    const unknown = sha256(`unknown of ${tenant}`)
    await pages.bundles.put(tenant, unknown, 'a', { name: 'Overview' })
    await pages.slugs.put(tenant, `${tenant}-a`, unknown)
    const pageWithoutReceipt = await read(`${tenant}-a`)
    expect([
      pageWithoutReceipt.status,
      pageWithoutReceipt.text.includes('No receipt'),
      pageWithoutReceipt.text.includes('Overview'),
    ]).toEqual([200, true, true])
    await pages.slugs.put(tenant, `${tenant}-b`, await pages.image(tenant))
    expect((await read(`${tenant}-b`)).text).toContain('does not cover security controls')
    // A receipt of another organization that became known later.
    await storeReceipt(options(), 'somebody', unknown)
    const pageWithForeignReceipt = await read(`${tenant}-a`)
    expect(pageWithForeignReceipt.text).toContain('No receipt')
    expect(pageWithForeignReceipt.text).not.toContain('Overview')
    const bytes = { params: { slug: `${tenant}-a`, artifact_slug: 'a' } }
    expect((await pages.callPage('readTrustArtifact', bytes)).code).toBe('not_found')
  })
})

describe('untrusted text', () => {
  const MALICIOUS_TEXTS = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover=alert(1) '`,
    `</style><svg onload=alert(1)>`,
    'javascript:alert(1)',
  ]

  it.each(MALICIOUS_TEXTS)('every position of the page escapes it: %s', async (maliciousText) => {
    const intake = edited({
      'companyProfile.name': maliciousText,
      subprocessors: [
        {
          name: maliciousText,
          purpose: maliciousText,
          dataAccess: ['logs'],
          jurisdiction: maliciousText,
          dpaSigned: true,
        },
      ],
    })
    const { read, settings, tenant, hash, bundles } = await publishPage(intake)
    await bundles.put(tenant, hash, 'a', { name: maliciousText, excerpt: maliciousText })
    const body = { displayName: maliciousText }
    expect((await settings('putTrustPageSettings', { body, caller: callerOf(tenant) })).status).toBe(200)
    const { text } = await read()
    expect(text).not.toMatch(/<(?:script>|img|svg)/)
    expect(text).not.toMatch(/\son(?:error|mouseover|load)=[^&]*alert\(1\)[^&]*>/)
    expect(text).not.toContain('href="javascript')
    expect(text.match(/<style>/g)).toHaveLength(1)
  })

  it('the style sheet omits a stored value that is not a color', async () => {
    const { read, deps, tenant } = await publishPage()
    const rows = deps.settings as unknown as { putNew: (parts: object, row: object) => Promise<boolean> }
    const dark = 'red)}</style><script>alert(1)</script>'
    await rows.putNew({ org: `${tenant}-org` }, { accent: { light: '#000000', dark }, updated_at: 'now' })
    expect((await read()).text).not.toContain('alert(1)')
  })
})
