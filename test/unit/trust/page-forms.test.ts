import { readFileSync } from 'node:fs'
import { CISO_RULES, type PublishedPosture } from '@signet/posture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSF_OF_CLAIMS, oscalDocument } from '../../../lambdas/trust/formats/oscal.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { memoryObjects } from './bundle-world.ts'
import { fullRead, pageHtml } from './full-page.ts'
import { pagesOver } from './page-world.ts'

const csf = JSON.parse(readFileSync('test/fixtures/posture/csf-2.0.json', 'utf8')) as { subcategories: string[] }

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const pages = () => pagesOver({ db: world.db, now, objects: memoryObjects() })

const publishPage = async (tenant: string, intake = faultFreeIntake()): Promise<string> => {
  const hash = await pages().intake(tenant, intake)
  await pages().slugs.put(tenant, tenant, hash)
  return hash
}
const read = (operation: string, slug: string) => pages().callPage(operation, { params: { slug } })

describe('questionnaire of a page', () => {
  it('lists the supporting claims and the receipt of each answer, as JSON and CSV', async () => {
    const hash = await publishPage('answers')
    const json = JSON.parse((await read('readTrustAnswers', 'answers')).text) as { answers: { id: string }[] }
    expect(json).toMatchObject({ questionnaire: 'CAIQ v4.0', receipt: { hash } })
    const { text, headers } = await read('readTrustAnswersCsv', 'ANSWERS')
    const lines = text.split('\r\n')
    expect([lines[0], lines.at(-1)]).toEqual(['id,answer,covers,claims,receipt', ''])
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(json.answers.map(({ id }) => id))
    expect(lines).toContain(`IAM-14.1,yes,part,mfa,${hash}`)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="caiq-2026-11-22\.csv"$/)
  })

  it.each(['readTrustAnswers', 'readTrustAnswersCsv', 'readTrustOscal'])(
    '%s returns 404 without a posture and for an unknown page',
    async (operation) => {
      await pages().slugs.put('bare', 'bare', 'a'.repeat(64))
      expect((await read(operation, 'bare')).code).toBe('not_found')
      expect((await read(operation, 'nobody-at-all')).code).toBe('not_found')
    },
  )
})

describe('OSCAL', () => {
  const signedPosture = (posture: PublishedPosture) => ({
    hash: 'a'.repeat(64),
    issuedAt: '2026-11-22T09:00:00.000Z',
    verifyUrl: 'https://trust.example/verify/a',
    posture,
  })
  const postureOf = (intake = fullRead()): PublishedPosture => intake.receipt?.posture as PublishedPosture

  it('yields the same document for the same receipt, and another one for another receipt', async () => {
    await publishPage('oscal')
    const first = await read('readTrustOscal', 'oscal')
    expect(first.headers['content-type']).toBe('application/json')
    expect((await read('readTrustOscal', 'oscal')).text).toBe(first.text)
    await publishPage('oscal', edited({ 'controlBaseline.mfa.scope': 'none' }))
    const second = (await read('readTrustOscal', 'oscal')).text
    expect(second).not.toContain('PR.AA-03')
    expect(first.text).toContain('PR.AA-03')
    const ids = (text: string) => new Set(text.match(/"uuid":"[^"]*"/g))
    expect([...ids(first.text)].filter((id) => ids(second).has(id))).toEqual([])
  })

  it('contains unique UUIDs as IDs, and only controls that exist in the framework', () => {
    const text = JSON.stringify(oscalDocument(signedPosture(postureOf())))
    const ids = text.match(/(?<="uuid":")[^"]*/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    // UUIDs of version 5.
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const controls = text.match(/(?<="control-id":")[^"]*/g) ?? []
    expect(controls).toContain('GV.SC-05')
    for (const control of controls) expect(csf.subcategories).toContain(control)
  })

  it('omits controls that the company states not to have', () => {
    const posture = postureOf()
    const controls = Object.fromEntries(Object.keys(posture.controls).map((name) => [name, 'none']))
    const certifications = { ...posture.certifications, penTest: { status: 'none' } }
    const postureWithoutControls = {
      ...posture,
      controls,
      certifications,
      subprocessors: [],
    } as unknown as PublishedPosture
    expect(JSON.stringify(oscalDocument(signedPosture(postureWithoutControls)))).not.toContain(
      'control-implementations',
    )
  })

  it('maps a claim only to controls whose rules evaluate it', () => {
    const csfOf = (path: string) =>
      CISO_RULES.filter((rule) => rule.path.startsWith(path)).flatMap(({ mappings }) => mappings.csf)
    const paths: Readonly<Record<string, string>> = {
      mfa: 'controlBaseline.mfa',
      encryptionAtRest: 'controlBaseline.encryptionAtRest',
      iam: 'controlBaseline.iam',
      encryptionInTransit: 'controlBaseline.encryptionInTransit',
      passwordManager: 'controlBaseline.passwordManager',
      logRetentionDays: 'controlBaseline.logging.retentionDays',
      logsCentralized: 'controlBaseline.logging.centralized',
      screenLock: 'controlBaseline.workstationSecurity.screenLock',
      diskEncryption: 'controlBaseline.workstationSecurity.diskEncryption',
      endpointDetection: 'controlBaseline.workstationSecurity.edr',
      peerReview: 'controlBaseline.peerReview',
      penTest: 'certifications.penTest',
    }
    expect(Object.keys(CSF_OF_CLAIMS).toSorted()).toEqual(Object.keys(paths).toSorted())
    for (const [claim, controls] of Object.entries(CSF_OF_CLAIMS))
      for (const control of controls)
        expect([claim, csfOf(String(paths[claim]))]).toEqual([claim, expect.arrayContaining([control])])
    expect(csfOf('subprocessors')).toContain('GV.SC-05')
  })
})

describe('security.txt', () => {
  it('exists if a contact is set, and expires 30 days after the request', async () => {
    await publishPage('reachable')
    expect((await read('readTrustSecurityTxt', 'reachable')).code).toBe('not_found')
    const caller = { kind: 'session', tenantId: 'reachable', orgId: 'reachable-org', userId: 'reachable', scopes: [] }
    const body = { securityContact: 'mailto:security@loaf.example' }
    const put = await pages().settings('putTrustPageSettings', { body, caller })
    expect([put.status, put.text]).toEqual([200, expect.stringContaining('security@loaf.example')])
    for (const [operation, file] of [
      ['readTrustSecurityTxt', 'security.txt'],
      ['readTrustWellKnownSecurityTxt', '.well-known/security.txt'],
    ] as const) {
      const { text, headers, code } = await read(operation, 'reachable')
      expect([code, headers['content-type']]).toEqual([undefined, 'text/plain; charset=utf-8'])
      expect(text.split('\n')).toEqual([
        'Contact: mailto:security@loaf.example',
        expect.stringMatching(/^Expires: 2026-12-22T09:00:\d\dZ$/),
        `Canonical: https://trust.example/trust/reachable/${file}`,
        '',
      ])
    }
    expect((await read('readTrustSecurityTxt', 'nobody-at-all')).code).toBe('not_found')
  })
})

describe('full page', () => {
  it('with twenty subprocessors and twenty documents has at most 30 KB, including its style', () => {
    const bytes = Buffer.byteLength(pageHtml(fullRead()))
    expect(bytes).toBeGreaterThan(15_000)
    expect(bytes).toBeLessThanOrEqual(30_000)
  })

  it('marks each claim for the script of the page', () => {
    const html = pageHtml(fullRead())
    const claims = [...html.matchAll(/data-claim="([^"]*)"/g)].map(([, name]) => name)
    const posture = fullRead().receipt?.posture as PublishedPosture
    const fieldNames = [
      ...[
        'organization',
        'asOf',
        'dataHandled',
        'dataResidency',
        'incidents',
        'findings',
        'soc2',
        'iso27001',
        'penTest',
      ],
      ...Object.keys(posture.controls),
      ...posture.subprocessors.map((_, nth) => `subprocessors[${nth}]`),
    ]
    expect(claims.toSorted()).toEqual(fieldNames.toSorted())
  })
})
