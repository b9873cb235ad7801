import { randomUUID } from 'node:crypto'
import { contentSha256, findPolicy, type Policy, validate } from '@signet/evidence'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { atLaterTime, endOutages, type Outage, planOutage } from '../../support/control.ts'
import { keyOfPerson, paidPerson } from '../../support/paid-work.ts'
import { asPerson, newPerson, newSession } from '../../support/people.ts'
import { getAs } from './evidence-world.ts'
import { ATTEST_PATH, attestAs, stockAs, TEXT, tableFails } from './revisions-world.ts'

interface Verified {
  readonly valid: boolean
  readonly kind: string
  readonly receiptVersion: string
  readonly publicClaims: object
}

const CONFLICT: Outage = {
  function: 'evidence-revisions',
  service: 'dynamodb',
  operation: 'TransactWriteItems',
  times: 1_000,
  status: 400,
  type: 'TransactionCanceledException',
  body: {
    CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array.from({ length: 15 }, () => ({ Code: 'None' }))],
  },
}

describe('POST /api/v1/evidence/attest', () => {
  verifies(
    ['PLA-4.5-16', 'PLA-4.5-17', 'PLA-2.6-4', 'PLA-4.5-18'],
    '201 with a receipt of the revised text that anyone can verify; 2, 2.1, 2.2',
    async () => {
      const ada = await paidPerson()
      const id = await stockAs(ada)
      const { status, body } = await attestAs(ada, { runGapFill: true, approvedPlan: ['Say it'] })
      const { score, gapCount } = validate(body.revised, findPolicy('eeat-core') as Policy)
      expect([status, body]).toEqual([
        201,
        {
          receiptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          receiptVersion: '2.2',
          score,
          creditsUsed: 0,
          verifyUrl: expect.stringContaining(`/verify/${body.receiptHash}`),
          verifyJsonUrl: `${body.verifyUrl}.json`,
          policyVersion: 'eeat-core@2026.11.1',
          contentHash: contentSha256(body.revised),
          publishedAt: expect.any(Number),
          revised: expect.any(Object),
          planHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          gapFillHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          pipelineSummary: {
            initialGaps: expect.any(Number),
            finalGaps: gapCount,
            attacksLogged: expect.any(Number),
            revisedDiffersFromInput: true,
            bailReasons: ['llm_bail'],
            gapFill: {
              iterations: 2,
              initialGaps: expect.any(Number),
              finalGaps: gapCount,
              assetsInjected: 1,
              bailReason: 'llm_bail',
            },
          },
        },
      ])
      const verified = await call<Verified>('GET', `/verify/${body.receiptHash}.json`, { as: 'verifyReceiptPage' })
      expect(verified.body).toMatchObject({
        valid: true,
        kind: 'evidence.publish',
        receiptVersion: '2.2',
        publicClaims: { title: 'Sourdough' },
      })
      expect((await getAs(ada, id)).body.asset.usageCount).toBe(1)
      const versions = [await attestAs(ada), await attestAs(ada, { approvedPlan: ['Say it'] })]
      expect(versions.map(({ body: attestation }) => [attestation.receiptVersion, attestation.gapFillHash])).toEqual([
        ['2', undefined],
        ['2.1', undefined],
      ])
      const skipped = await attestAs(await paidPerson(), { runGapFill: true })
      expect([skipped.body.receiptVersion, skipped.body.gapFillSkipped]).toEqual(['2', 'empty_library'])
    },
  )

  verifies(
    'PLA-4.5-19',
    '400, 401, 402, 413, 409 and 502 with their codes; uses nothing, and a retry works',
    async () => {
      const free = await newPerson()
      const ada = await paidPerson()
      const freePlan = await attestAs(free)
      expect([freePlan.status, freePlan.body]).toMatchObject([
        402,
        { code: 'evidence_attest_pro_required', upgrade: '/pricing' },
      ])
      for (const [status, code, body] of [
        [400, 'invalid_input', { content: undefined }],
        [400, 'invalid_public_payload', { publicPayload: undefined }],
        [400, 'invalid_public_payload', { publicPayload: { share: 0.5 } }],
        [400, 'invalid_approved_plan', { approvedPlan: [7] }],
        [400, 'unknown_policy_version', { policyVersion: 'none' }],
        [413, 'public_payload_too_large', { publicPayload: { a: 'x'.repeat(16_384) } }],
        [413, 'payload_too_large', { content: 'x'.repeat(131_073) }],
      ] as const) {
        const refused = await attestAs(ada, body)
        expect([refused.status, refused.body.code]).toEqual([status, code])
      }
      const broken = await asPerson<{ code: string }>(ada, 'POST', ATTEST_PATH, { raw: '{', as: 'attestEvidence' })
      expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
      const attestCall = { body: { content: TEXT, publicPayload: {} }, as: 'attestEvidence' }
      expect((await call('POST', ATTEST_PATH, attestCall)).status).toBe(401)
      const key = await keyOfPerson(ada, ['evidence:read'])
      expect((await call('POST', ATTEST_PATH, { ...attestCall, key })).status).toBe(403)
      await planOutage(CONFLICT)
      const late = await attestAs(ada)
      await endOutages()
      expect([late.status, late.body.code]).toEqual([409, 'receipt_conflict'])
      await tableFails('TransactWriteItems')
      const failed = await attestAs(ada)
      await endOutages()
      expect([failed.status, failed.body]).toMatchObject([502, { code: 'attest_failed', at: 'publish_insert' }])
      expect((await attestAs(ada)).status).toBe(201)
    },
  )

  verifies('PLA-8-11', '429 from the 21st request of an hour on', async () => {
    const ada = await paidPerson()
    const statuses: number[] = []
    // A new hour may begin during the loop.
    for (let nth = 0; nth < 41 && statuses.at(-1) !== 429; nth++)
      statuses.push((await attestAs(ada, { content: '' })).status)
    expect(statuses.length).toBeGreaterThan(20)
    const { status, body, headers } = await attestAs(ada)
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([
      429,
      'evidence_attest_rate_limited',
      true,
    ])
    expect((await atLaterTime(3_600_000, () => attestAs(ada))).status).toBe(201)
  })

  test('201 with the same receipt for the same request, by key or content; 422 for another body', async () => {
    const ada = await paidPerson()
    const first = await attestAs(ada)
    const again = await attestAs(ada)
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
    const key = randomUUID()
    const keyedReply = await attestAs(ada, {}, key)
    expect(keyedReply.body.receiptHash).not.toBe(first.body.receiptHash)
    expect((await attestAs(ada, {}, key)).body).toEqual(keyedReply.body)
    const other = await attestAs(ada, { approvedPlan: ['Other'] }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    const nextDay = await atLaterTime(86_401_000, async () => attestAs(await newSession(ada)))
    expect([nextDay.status, nextDay.body.receiptHash === first.body.receiptHash]).toEqual([201, false])
  })
})

describe('GET /api/v1/evidence/attestations/:hash', () => {
  test('200 with the attacks on the text; 400, 401, 404 for other tenants', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    const { receiptHash, pipelineSummary } = (await attestAs(ada, { approvedPlan: ['Say it'] })).body
    const path = `/api/v1/evidence/attestations/${receiptHash}`
    const as = 'getEvidenceCritique'
    const { status, body } = await asPerson<{ attacks: object[] }>(ada, 'GET', path, { as })
    expect([status, body]).toMatchObject([200, { receiptHash, approvedPlan: ['Say it'] }])
    expect(body.attacks).toHaveLength(pipelineSummary.attacksLogged)
    expect((await asPerson(bob, 'GET', path, { as })).status).toBe(404)
    expect((await asPerson(ada, 'GET', path.slice(0, -1), { as })).status).toBe(400)
    expect((await call('GET', path, { as })).status).toBe(401)
  })
})
