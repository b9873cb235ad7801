import {
  contentSha256,
  findPolicy,
  type Policy,
  type ReviserReply,
  type RevisionRequest,
  validate,
} from '@signet/evidence'
import { bytesOfBase64, readStatement } from '@signet/receipts'
import { jsonSha256 } from '@signet/receipts/digest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EvidenceAttestation } from '../../../lambdas/evidence/contract/attest.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { attestBody, countingReviser, revisionsOver, storedFor, TEXT } from './revision-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at++)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => `attesting-tenant-${++tenants}`
const routesWith = (others: Partial<Parameters<typeof revisionsOver>[0]> = {}) =>
  revisionsOver({ db: world.db, now, ...others })

const EEAT = findPolicy('eeat-core') as Policy
const receiptsOf = async (tenant: string) => (await world.rows('RECEIPT#')).filter(({ org }) => org === `${tenant}-org`)

const statementOf = async (tenant: string) => {
  const [row] = await receiptsOf(tenant)
  return readStatement(bytesOfBase64(String(row?.payload)) as Uint8Array).predicate
}

const ONE_ATTESTATION = { attested: 1, validations: 1, usedValidations: 1, fills: 1, usedFills: 1, usage: [1] }
const NOTHING_COUNTED = { attested: 0, fills: 0, usedValidations: 0, usedFills: 0 }

describe('attestation', () => {
  it('has a receipt of version 2, 2.1 with a plan, 2.2 with a gap fill, with reproducible hashes', async () => {
    const { attest, stock, critique } = routesWith()
    const approvedPlan = ['Say what we weighed', 'Cite it']
    for (const [version, stored, members] of [
      ['2', 2, { runGapFill: false }],
      ['2.1', 3, { runGapFill: false, approvedPlan }],
      ['2.2', 4, {}],
      ['2.2', 4, { approvedPlan }],
    ] as const) {
      const tenant = newTenant()
      await stock(tenant)
      const { status, body } = await attest(tenant, { body: attestBody(members) })
      const { receiptHash, revised, planHash, gapFillHash } = body as EvidenceAttestation
      expect([status, body.receiptVersion, body.verifyUrl]).toEqual([
        ...[201, version, `https://signet.example/verify/${receiptHash}`],
      ])
      const statement = await statementOf(tenant)
      expect([statement.receiptVersion, statement.storedVersion, statement.kind]).toEqual([
        version,
        stored,
        'evidence.publish',
      ])
      const verdict = validate(revised, EEAT)
      expect([statement.result?.score, statement.policy?.sha256, body.score]).toEqual([
        ...[verdict.score, verdict.policySha256, verdict.score],
      ])
      expect(body.contentHash).toBe(contentSha256(revised))
      const { body: log } = await critique(tenant, { params: { hash: receiptHash } })
      expect([statement.critiqueHash, statement.planHash, statement.gapFillHash, statement.inputHash]).toEqual([
        ...[jsonSha256(log.attacks), planHash, gapFillHash, contentSha256(TEXT)],
      ])
      expect(planHash).toBe('approvedPlan' in members ? jsonSha256(approvedPlan) : undefined)
      expect((await critique(newTenant(), { params: { hash: receiptHash } })).code).toBe('not_found')
      const isFilled = version === '2.2'
      expect(await storedFor(world, tenant)).toMatchObject({
        attested: 1,
        validations: 1,
        usedValidations: 1,
        fills: isFilled ? 1 : 0,
        usedFills: isFilled ? 1 : 0,
      })
      // The attack log includes gaps closed by a gap fill.
      const attacks = log.attacks as { requirementId: string; resolution: string }[]
      const open = new Set(verdict.gaps.map(({ requirementId }) => requirementId))
      expect(
        attacks.every(({ requirementId, resolution }) => (resolution === 'accepted') !== open.has(requirementId)),
      ).toBe(true)
    }
  })

  it('falls back with a reason if the library is empty or the loop fails', async () => {
    const tenant = newTenant()
    const empty = await routesWith().attest(tenant, { body: attestBody() })
    expect([empty.status, empty.body.receiptVersion, empty.body.gapFillSkipped]).toEqual([201, '2', 'empty_library'])
    const planned = await routesWith().attest(tenant, { body: attestBody({ approvedPlan: ['One'] }) })
    expect([planned.body.receiptVersion, planned.body.gapFillHash]).toEqual(['2.1', undefined])
    const other = newTenant()
    await routesWith().stock(other)
    let calls = 0
    const { reviser } = countingReviser(async ({ content }): Promise<ReviserReply> => {
      calls += 1
      return calls === 1 ? { body: content.body, cost: 500 } : { outcome: 'failed', cost: 900 }
    })
    const failed = await routesWith({ reviser }).attest(other, { body: attestBody() })
    expect([failed.status, failed.body.gapFillSkipped, failed.body.creditsUsed]).toEqual([201, 'loop_failed', 0.0014])
  })

  it.each([
    [
      'declines',
      async (): Promise<ReviserReply> => ({ outcome: 'declined', cost: 1 }),
      'attest_critique_bailed',
      undefined,
    ],
    [
      'returns an answer that cannot be parsed',
      async (): Promise<ReviserReply> => ({ outcome: 'drift', cost: 1 }),
      'attest_critique_bailed',
      undefined,
    ],
    ['fails', async (): Promise<ReviserReply> => ({ outcome: 'failed', cost: 1 }), 'attest_failed', 'critique'],
  ] as const)('charges nothing if the model %s', async (_, answer, code, point) => {
    const tenant = newTenant()
    const refused = await routesWith({ reviser: countingReviser(answer).reviser }).attest(tenant, {
      body: attestBody(),
    })
    expect([refused.code, refused.extras.at]).toEqual([code, point])
    expect([await storedFor(world, tenant), await receiptsOf(tenant)]).toMatchObject([NOTHING_COUNTED, []])
  })

  it('leaves the text unchanged after two fabrications, or if the next call is too expensive', async () => {
    const invented = countingReviser(async ({ content }: RevisionRequest) => ({
      body: `${content.body} It is 93 percent.`,
      cost: 100,
    }))
    const tenant = newTenant()
    const { body } = await routesWith({ reviser: invented.reviser }).attest(tenant, {
      body: attestBody({ runGapFill: false }),
    })
    expect([body.revised, body.pipelineSummary]).toMatchObject([
      TEXT,
      { revisedDiffersFromInput: false, bailReasons: ['llm_bail'] },
    ])
    expect([invented.requests.length, body.creditsUsed]).toEqual([2, 0.0002])
    const dear = { ...countingReviser().reviser, estimate: () => 250_001 }
    const unasked = await routesWith({ reviser: dear }).attest(newTenant(), { body: attestBody({ runGapFill: false }) })
    expect([unasked.status, unasked.body.creditsUsed, unasked.body.pipelineSummary]).toMatchObject([
      ...[201, 0, { bailReasons: ['cost_ceiling'] }],
    ])
  })

  it('shares one ceiling between critique and gap fill', async () => {
    const tenant = newTenant()
    await routesWith().stock(tenant)
    const { reviser, requests } = countingReviser(async ({ content }) => ({ body: content.body, cost: 200_000 }))
    const { body } = await routesWith({ reviser: { ...reviser, estimate: () => 200_000 } }).attest(tenant, {
      body: attestBody(),
    })
    expect([requests.length, body.creditsUsed, body.pipelineSummary]).toMatchObject([
      ...[1, 0.2, { bailReasons: ['cost_ceiling'], gapFill: { bailReason: 'cost_ceiling' } }],
    ])
  })

  it.each([
    [{ publicPayload: undefined }, 'invalid_public_payload'],
    [{ publicPayload: ['a'] }, 'invalid_public_payload'],
    [{ publicPayload: { a: 0.5 } }, 'invalid_public_payload'],
    [{ publicPayload: { a: { b: null } } }, 'invalid_public_payload'],
    [{ publicPayload: { a: 'x'.repeat(16_384) } }, 'public_payload_too_large'],
    [{ approvedPlan: [] }, 'invalid_approved_plan'],
    [{ approvedPlan: ['a', 7] }, 'invalid_approved_plan'],
    [{ approvedPlan: 'a' }, 'invalid_approved_plan'],
    [{ policyVersion: 'none' }, 'unknown_policy_version'],
  ])('refuses %j: %s', async (others, code) => {
    const tenant = newTenant()
    expect((await routesWith().attest(tenant, { body: attestBody(others) })).code).toBe(code)
    expect(await storedFor(world, tenant)).toMatchObject(NOTHING_COUNTED)
  })

  it('requires plan Pro or Team, and accepts a payload of 16 KiB', async () => {
    expect((await routesWith({ tier: 'free' }).attest(newTenant(), { body: attestBody() })).code).toBe(
      'evidence_attest_pro_required',
    )
    const publicPayload = { a: 'x'.repeat(16_384 - 8) }
    expect((await routesWith().attest(newTenant(), { body: attestBody({ publicPayload }) })).status).toBe(201)
  })

  it('concurrent identical requests, by key or by content, create one attestation', async () => {
    const tenant = newTenant()
    const { attest, stock } = routesWith()
    await stock(tenant)
    const crowd = await Promise.all(Array.from({ length: 50 }, () => attest(tenant, { body: attestBody() })))
    const attested = crowd.filter(({ status }) => status === 201)
    expect(new Set(crowd.filter(({ status }) => status !== 201).map(({ code }) => code))).toEqual(
      new Set(['idempotency_in_progress']),
    )
    const again = await attest(tenant, { body: attestBody() })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(new Set([...attested, again].map(({ body }) => body.receiptHash)).size).toBe(1)
    expect(await storedFor(world, tenant)).toMatchObject(ONE_ATTESTATION)
    const other = await attest(tenant, { body: attestBody({ publicPayload: { title: 'Another' } }) })
    const keyedReply = await attest(tenant, { body: attestBody(), key: 'k' })
    expect(new Set([again, other, keyedReply].map(({ body }) => body.receiptHash)).size).toBe(3)
    expect((await attest(tenant, { body: attestBody({ publicPayload: {} }), key: 'k' })).code).toBe(
      'idempotency_mismatch',
    )
  })

  it('a crash at any call leaves one receipt and one charge, or neither, and repeats no paid step', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = newTenant()
        await routesWith().stock(tenant)
        const { reviser, requests } = countingReviser()
        await routesWith({ db: under(world, cut), reviser })
          .attest(tenant, { body: attestBody() })
          .catch(() => undefined)
        const { attested, usedValidations, usedFills, fills } = await storedFor(world, tenant)
        expect([name, usedValidations, usedFills, (await receiptsOf(tenant)).length]).toEqual([
          ...[name, attested, attested, attested],
        ])
        expect([name, fills <= attested]).toEqual([name, true])
        at += 100_000
        const again = await routesWith({ reviser }).attest(tenant, { body: attestBody() })
        expect([name, again.status]).toEqual([name, 201])
        // An unreadable library counts as a failed loop, and the receipt states it.
        const { gapFillSkipped, pipelineSummary } = again.body as EvidenceAttestation
        const expected = gapFillSkipped === undefined ? ONE_ATTESTATION : { ...ONE_ATTESTATION, fills: 0, usage: [0] }
        expect([name, await storedFor(world, tenant), await receiptsOf(tenant)]).toMatchObject([name, expected, [{}]])
        // Only a step whose end was not stored is paid for again.
        const usual = 1 + (pipelineSummary.gapFill?.iterations ?? 0)
        expect([name, requests.length <= usual + 1]).toEqual([name, true])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(12)
  })
})
