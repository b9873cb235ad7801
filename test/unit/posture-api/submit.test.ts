import { CISO_RULESET, type Intake, ruleSet } from '@signet/posture'
import { jsonSha256 } from '@signet/receipts/digest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { predicateOf } from '../receipts/issuing/issuing-world.ts'
import { hashIn, postureOver, refusedIntake } from './posture-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const routesWith = (others: Partial<Parameters<typeof postureOver>[0]> = {}) => postureOver({ db: world.db, ...others })

const signedReceipt = async (hash: string) => {
  const [row] = await world.partition(`RECEIPT#${hash}`)
  return { claims: JSON.parse(String(row?.claims)), statement: predicateOf(String(row?.payload)), row }
}

describe('accepted intake', () => {
  it('has a receipt with claims, rules and counts; uses one scaffold', async () => {
    const { submit, used } = routesWith()
    const answer = await submit('accepted', { body: faultFreeIntake() })
    const hash = hashIn(answer)
    expect([answer.status, await used('accepted')]).toEqual([200, 1])
    expect(answer.body).toEqual({
      accepted: true,
      refusal: {
        refused: false,
        findings: expect.any(Array),
        summary: expect.stringMatching(/^The intake is accepted/),
      },
      receipt: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), verifyUrl: `/verify/${hash}`, claimsSchemaVersion: 1 },
      seed: Number.parseInt(jsonSha256(faultFreeIntake()).slice(0, 8), 16),
      latencyMs: 1_000,
    })
    const { claims, statement, row } = await signedReceipt(hash)
    expect(claims).toMatchObject({
      organization: faultFreeIntake().companyProfile.name,
      asOf: '2026-11-22',
      mfa: 'universal',
    })
    expect(row).toMatchObject({ kind: 'ciso.intake', visibility: 'public', subject: jsonSha256(claims) })
    expect(statement).toMatchObject({
      policy: { id: 'ciso-rules', version: '2026.11.1', sha256: ruleSet().sha256 },
      claims: { visibility: 'public', sha256: jsonSha256(claims), sdRoot: expect.any(String), schemaVersion: 1 },
      result: { refused: 0, findings: expect.any(Number), recovered: 0 },
    })
    expect(CISO_RULESET).toBe('ciso-rules@2026.11.1')
  })

  it('discloses no control owners, notes or number of employees', async () => {
    const secret = 'Secret of the house'
    const intake = edited(
      { 'controlBaseline.mfa.owner': secret, 'controlBaseline.mfa.notes': secret },
      faultFreeIntake(),
    )
    const { claims, row } = await signedReceipt(hashIn(await routesWith().submit('discreet', { body: intake })))
    expect(JSON.stringify([claims, row])).not.toContain(secret)
    expect(Object.keys(claims)).not.toContain('employeeCount')
  })
})

describe('refused intake', () => {
  it('returns the reasons and a receipt of the refusal, and uses a scaffold', async () => {
    const { submit, used } = routesWith()
    const answer = await submit('refused', { body: refusedIntake() })
    expect([answer.code, await used('refused')]).toEqual(['intake_refused', 1])
    const { refused, summary, findings, receipt } = answer.extras as Record<string, unknown>
    expect([refused, summary]).toEqual([true, expect.stringMatching(/^The intake is refused/)])
    expect(findings).toMatchObject([
      { id: 'MFA-01', path: 'controlBaseline.mfa.scope', severity: 'disqualifier', description: expect.any(String) },
      ...Array.from({ length: (findings as unknown[]).length - 1 }, () => ({ remediation: expect.any(String) })),
    ])
    expect(receipt).toMatchObject({ verifyUrl: `/verify/${hashIn(answer)}` })
    expect((await signedReceipt(hashIn(answer))).statement.result).toMatchObject({ refused: 1 })
  })

  it('returns the same response for the same key, without another charge', async () => {
    const { submit, used } = routesWith()
    const first = await submit('again', { body: refusedIntake(), key: 'k' })
    const again = await submit('again', { body: refusedIntake(), key: 'k' })
    expect([again.code, again.extras, again.headers['idempotent-replayed']]).toEqual([
      ...['intake_refused', first.extras, 'true'],
    ])
    expect([first.headers['idempotent-replayed'], await used('again')]).toEqual([undefined, 1])
    expect((await submit('again', { body: faultFreeIntake(), key: 'k' })).code).toBe('idempotency_mismatch')
    expect(hashIn(await submit('another', { body: refusedIntake(), key: 'k' }))).not.toBe(hashIn(first))
  })
})

it('refuses future days, mixed classes and too long claims by field, before reserving a credit', async () => {
  const { submit, used } = routesWith()
  const long = Array.from({ length: 100 }, (_, nth) => ({
    name: `Company ${nth}`,
    purpose: 'x'.repeat(200),
    dataAccess: ['none'],
    jurisdiction: 'US',
    dpaSigned: true,
  }))
  const cases: readonly (readonly [Intake, object])[] = [
    [
      edited({ 'companyProfile.foundingDate': '2026-11-23' }),
      { field: 'companyProfile.foundingDate', message: 'must not be after 2026-11-22' },
    ],
    [
      edited({ dataHandled: ['none', 'pii'] }),
      { field: 'dataHandled', message: '"none" cannot be combined with other classes' },
    ],
    [
      edited({ subprocessors: long }),
      { field: 'subprocessors', message: expect.stringMatching(/at most 16384 bytes, not \d{5}/) },
    ],
  ]
  for (const [body, fault] of cases) {
    const answer = await submit('faulty', { body })
    expect([answer.code, answer.extras.errors]).toEqual(['invalid_input', [fault]])
  }
  expect([await used('faulty'), await world.partition('POSTURE#faulty-org')]).toEqual([0, []])
})

it('signs claims of exactly 16 KiB, and refuses one byte more', async () => {
  const purposes = (total: number) => {
    const sizes = Array.from({ length: 40 }, (_, nth) => Math.floor(total / 40) + (nth < total % 40 ? 1 : 0))
    const subprocessors = sizes.map((size, nth) => ({
      name: `N${nth}`,
      purpose: 'x'.repeat(size),
      dataAccess: ['none'],
      jurisdiction: 'US',
      dpaSigned: true,
    }))
    return edited({ subprocessors })
  }
  const { submit } = routesWith({ tier: 'pro' })
  const messageOf = async (total: number) => {
    const { extras } = await submit('exact', { body: purposes(total) })
    return (extras.errors as readonly { readonly message: string }[] | undefined)?.[0]?.message
  }
  const excess = Number(/not (\d+)/.exec((await messageOf(16_000)) ?? '')?.[1]) - 16_384
  expect(await messageOf(16_000 - excess + 1)).toContain('not 16385')
  const { status, body } = await submit('exact', { body: purposes(16_000 - excess) })
  expect([status, body.accepted]).toEqual([200, true])
})

it('stores the largest payload with all possible findings', async () => {
  const hundredOf = <T>(make: (nth: number) => T): T[] => Array.from({ length: 100 }, (_, nth) => make(nth))
  const intake = edited({
    dataHandled: ['phi', 'pci', 'pii'],
    'companyProfile.dataResidency': ['eu'],
    subprocessors: hundredOf((nth) => ({
      name: `N${nth}`,
      purpose: 'x',
      jurisdiction: 'Mars',
      dpaSigned: false,
      dataAccess: ['phi', 'pii', 'credentials'],
    })),
    incidentHistory: hundredOf(() => ({
      date: '2026-11-01',
      severity: 'critical',
      scope: 'x'.repeat(450),
      resolution: '',
    })),
    compensatingControls: hundredOf((nth) => ({ gap: `NONE-${nth}`, mitigation: 'y'.repeat(520), owner: 'Ada Kay' })),
  })
  const bytes = JSON.stringify(intake).length
  expect([bytes > 115_000, bytes <= 131_072]).toEqual([true, true])
  const { submit, get } = routesWith()
  const answer = await submit('large', { body: intake })
  expect([answer.code, (answer.extras.findings as unknown[]).length > 500]).toEqual(['intake_refused', true])
  expect((await get('large', { params: { hash: hashIn(answer) } })).body.intake).toEqual(intake)
})

it('refuses hundreds of findings with a long owner, which no row could store, before reserving a credit', async () => {
  const of = <T>(make: (nth: number) => T): T[] => Array.from({ length: 100 }, (_, nth) => make(nth))
  const owner = 'ㄱ'.repeat(200)
  const mitigation = 'Somebody looks at each of them every day'
  const intake = edited({
    dataHandled: ['pii'],
    'companyProfile.dataResidency': ['eu'],
    subprocessors: of((nth) => ({
      name: `N${nth}`,
      purpose: 'x',
      jurisdiction: 'Mars',
      dpaSigned: false,
      dataAccess: ['pii', 'phi'],
    })),
    incidentHistory: of(() => ({
      date: '2026-11-01',
      severity: 'critical',
      scope: 'x'.repeat(900),
      resolution: '',
    })),
    compensatingControls: ['SUB-01', 'SUB-02', 'INC-01'].map((id) => ({
      gap: `${' '.repeat(190)}${id}`,
      mitigation,
      owner,
    })),
  })
  expect(Buffer.byteLength(JSON.stringify(intake))).toBeLessThan(131_072)
  const { submit, used } = routesWith()
  const { code, extras } = await submit('too-large', { body: intake })
  expect([code, extras.errors, await used('too-large')]).toEqual([
    'invalid_input',
    [
      {
        field: 'compensatingControls',
        message: expect.stringMatching(/at most 360000 bytes, not \d{6}: shorten/),
      },
    ],
    0,
  ])
})

it('returns 429 with upgrade after the quota, and a warning from 80 percent on', async () => {
  const { submit, used } = routesWith()
  const answers = []
  for (const nth of [1, 2, 3, 4]) answers.push(await submit('full', { body: faultFreeIntake(), key: `k${nth}` }))
  expect(answers.map(({ status, code }) => code ?? status)).toEqual([200, 200, 200, 'quota_exceeded'])
  expect([answers[3]?.extras.upgrade, answers[1]?.body.warning, await used('full')]).toEqual(['/pricing', undefined, 3])
  const warned = [answers[2], await submit('full', { body: faultFreeIntake(), key: 'k3' })]
  for (const each of warned) expect(each?.body.warning).toEqual({ meter: 'scaffolds', used: 3, limit: 3 })
})

it('returns 502 without a charge if signing fails', async () => {
  const signers = () => Promise.reject(new Error('The key store is unavailable'))
  const { submit, used } = routesWith({ signers })
  const answer = await submit('unsigned', { body: faultFreeIntake(), key: 'k' })
  expect([answer.code, await used('unsigned')]).toEqual(['upstream_failed', 0])
  expect(await world.partition('POSTURE#unsigned-org')).toEqual([])
  expect((await routesWith().submit('unsigned', { body: faultFreeIntake(), key: 'k' })).status).toBe(200)
})
