import { randomUUID } from 'node:crypto'
import { judgeIntake } from '@signet/posture'
import { jsonSha256 } from '@signet/receipts/digest'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, killAt, stackNow } from '../../support/control.ts'
import { keyOfPerson, paidPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { newPerson, platformOrigin } from '../../support/people.ts'
import { scaled } from '../../support/scale.ts'
import { edited, faultFreeIntake } from '../../unit/posture/world.ts'
import { MITIGATED_INTAKE, PATH, REFUSED_INTAKE, submitAs, submitWithKey, tableFails } from './posture-world.ts'

afterEach(endOutages)

const CROWD = scaled(8, 40)

const verificationOf = (verifyUrl: string) =>
  call<{ valid: boolean; kind: string; claimsVisibility: string; publicClaims: Readonly<Record<string, unknown>> }>(
    ...(['GET', verifyUrl, { headers: { accept: 'application/json' }, as: 'verifyReceiptPage' }] as const),
  )

const today = async () => new Date(await stackNow()).toISOString().slice(0, 10)

describe('POST /api/agents/ciso-intake', () => {
  verifies(
    ['PLA-2.5-1', 'PLA-2.5-2', 'PLA-4.4-13', 'PLA-4.4-15', 'PLA-4.4-19', 'PLA-9-4'],
    '200 with the verdict of the published rules and a receipt; uses one scaffold of the cycle',
    async () => {
      const ada = await newPerson()
      const intake = edited({ 'controlBaseline.workstationSecurity.edr': false }, faultFreeIntake())
      const { status, body } = await submitAs(ada, intake)
      const { summary, findings } = judgeIntake(intake, await today())
      expect([status, body]).toEqual([
        200,
        {
          accepted: true,
          refusal: { refused: false, findings, summary },
          receipt: {
            hash: expect.stringMatching(/^[0-9a-f]{64}$/),
            verifyUrl: `/verify/${body.receipt.hash}`,
            claimsSchemaVersion: 1,
          },
          seed: Number.parseInt(jsonSha256(intake).slice(0, 8), 16),
          latencyMs: expect.any(Number),
        },
      ])
      expect([findings.map(({ id }) => id), await scaffoldsUsed(ada)]).toEqual([['WKS-02'], 1])
    },
  )

  verifies(['PLA-4.4-21', 'PLA-4.4-14'], '200 with public claims, and without private data', async () => {
    const ada = await newPerson()
    const secret = `Secret ${randomUUID()}`
    const { body } = await submitAs(ada, edited({ 'controlBaseline.iam.notes': secret }, MITIGATED_INTAKE))
    expect(body.refusal?.findings).toMatchObject([{ id: 'MFA-02', recoveredBy: { gap: 'MFA-02', owner: 'Ada Kay' } }])
    const { status, body: verified } = await verificationOf(body.receipt.verifyUrl)
    expect([status, verified.valid, verified.kind, verified.claimsVisibility]).toEqual([
      ...[200, true, 'ciso.intake', 'public'],
    ])
    expect(verified.publicClaims).toMatchObject({
      organization: 'Loaf Ltd',
      asOf: await today(),
      mfa: 'none',
      findings: { open: 0, recovered: 1 },
    })
    for (const text of [secret, 'Ada Kay', 'hardware keys']) expect(JSON.stringify(verified)).not.toContain(text)
  })

  verifies(
    ['PLA-4.4-17', 'PLA-4.4-20'],
    '422 with reasons and a receipt of the refusal; ignores a verdict in the request',
    async () => {
      const ada = await newPerson()
      const { status, body } = await submitAs(ada, REFUSED_INTAKE)
      const { summary, findings } = judgeIntake(REFUSED_INTAKE, await today())
      expect([status, body]).toMatchObject([
        422,
        { refused: true, summary, findings, code: 'intake_refused', error: summary },
      ])
      const { body: verified } = await verificationOf(body.receipt.verifyUrl)
      expect([verified.valid, verified.publicClaims.mfa, await scaffoldsUsed(ada)]).toEqual([true, 'none', 1])
      const claimed = await submitAs(ada, { ...REFUSED_INTAKE, refused: false })
      expect([claimed.status, await scaffoldsUsed(ada)]).toEqual([400, 1])
    },
  )

  test('200 and 422 with a key, for the organization of the session; 403 without its scope', async () => {
    const ada = await newPerson()
    const key = await keyOfPerson(ada, ['agents:run'])
    expect((await submitWithKey(key)).status).toBe(200)
    expect([(await submitWithKey(key, REFUSED_INTAKE)).status, await scaffoldsUsed(ada)]).toEqual([422, 2])
    const other = await submitWithKey(await keyOfPerson(ada, ['agents:read']))
    expect([other.status, other.body.code]).toEqual([403, 'forbidden'])
  })

  verifies('PLA-4.4-16', '400 names each field and its rule, 401 and 413; uses nothing', async () => {
    const ada = await newPerson()
    const longSubprocessors = Array.from({ length: 100 }, (_, nth) => ({
      name: `N${nth}`,
      purpose: 'x'.repeat(200),
      dataAccess: ['none'],
      jurisdiction: 'US',
      dpaSigned: true,
    }))
    for (const [body, field] of [
      [{}, 'schemaVersion'],
      [edited({ schemaVersion: 2 }), 'schemaVersion'],
      [edited({ 'controlBaseline.mfa.scope': 'some' }), 'controlBaseline.mfa.scope'],
      [edited({ 'controlBaseline.mfa.owner': undefined }), 'controlBaseline.mfa.owner'],
      [edited({ 'companyProfile.foundingDate': '2026-02-30' }), 'companyProfile.foundingDate'],
      [edited({ 'companyProfile.foundingDate': '2999-01-01' }), 'companyProfile.foundingDate'],
      [edited({ dataHandled: ['none', 'pii'] }), 'dataHandled'],
      [edited({ subprocessors: longSubprocessors }), 'subprocessors'],
    ] as const) {
      const refused = await submitAs(ada, body)
      expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
        ...[400, 'invalid_input', field],
      ])
      expect(refused.body.errors?.[0]?.message.length).toBeGreaterThan(3)
    }
    const key = await keyOfPerson(ada, ['agents:run'])
    const broken = await call<{ code: string }>('POST', PATH, { key, raw: '{', as: 'submitCisoIntake' })
    expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
    const large = await submitAs(ada, { ...faultFreeIntake(), more: 'x'.repeat(131_072) })
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
    expect((await call('POST', PATH, { body: faultFreeIntake(), as: 'submitCisoIntake' })).status).toBe(401)
    expect(await scaffoldsUsed(ada)).toBe(0)
  })

  verifies('PLA-4.4-18', '429 with upgrade, and 502 if the receipt cannot be stored; both use nothing', async () => {
    const ada = await newPerson()
    await tableFails({ operation: 'TransactWriteItems', type: 'ItemTooBig' })
    const failed = await submitAs(ada)
    await endOutages()
    expect([failed.status, failed.body.code, await scaffoldsUsed(ada)]).toEqual([502, 'upstream_failed', 0])
    const answers = []
    for (let nth = 0; nth < 4; nth++) answers.push(await submitAs(ada, nth === 1 ? REFUSED_INTAKE : faultFreeIntake()))
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 429])
    expect(answers[2]?.body.warning).toEqual({ meter: 'scaffolds', used: 3, limit: 3 })
    expect(answers[3]?.body).toMatchObject({ code: 'quota_exceeded', upgrade: '/pricing' })
    expect(await scaffoldsUsed(ada)).toBe(3)
  })

  test('409 after repeated conflicts in the organization, 503 while the table is busy', async () => {
    const ada = await newPerson()
    const none = Array.from({ length: 12 }, () => ({ Code: 'None' }))
    const first = { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...none] }
    await tableFails({ operation: 'TransactWriteItems', type: 'TransactionCanceledException', body: first })
    const late = await submitAs(ada)
    await endOutages()
    expect([late.status, late.body.code]).toEqual([409, 'receipt_conflict'])
    await tableFails({ operation: 'UpdateItem', type: 'ThrottlingException' })
    const busy = await submitAs(ada)
    await endOutages()
    expect([busy.status, busy.body.code, await scaffoldsUsed(ada)]).toEqual([503, 'unavailable', 0])
  })

  test('200 and 422 again for an idempotency key, and 422 for another request', async () => {
    const ada = await paidPerson()
    const bob = await newPerson('Bob')
    const headers = { 'idempotency-key': randomUUID() }
    const otherHeaders = { 'idempotency-key': randomUUID() }
    const crowd = await Promise.all(Array.from({ length: CROWD }, () => submitAs(ada, faultFreeIntake(), headers)))
    expect(crowd.map(({ status }) => status)).toEqual(Array(CROWD).fill(200))
    expect(new Set(crowd.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const refused = await submitAs(ada, REFUSED_INTAKE, otherHeaders)
    const again = await submitAs(ada, REFUSED_INTAKE, otherHeaders)
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([422, refused.body, 'true'])
    const other = await submitAs(ada, REFUSED_INTAKE, headers)
    expect([other.status, other.body.code, await scaffoldsUsed(ada)]).toEqual([422, 'idempotency_mismatch', 2])
    expect((await submitAs(bob, faultFreeIntake(), headers)).body.receipt.hash).not.toBe(crowd[0]?.body.receipt.hash)
  })

  test('200 once after a retry of a request whose function crashed', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    /** Makes the function crash; the gateway responds in its place. */
    const killed = async (when: 'before' | 'after') => {
      await killAt('posture-api', when)
      const request = { cookie: ada.cookie, origin: platformOrigin(), ...headers }
      return (
        await call('POST', `${platformOrigin()}${PATH}`, { body: faultFreeIntake(), headers: request, as: 'none' })
      ).status
    }
    expect([await killed('before'), await scaffoldsUsed(ada)]).toEqual([502, 0])
    expect(await killed('after')).toBe(502)
    const { status, headers: replyHeaders } = await submitAs(ada, faultFreeIntake(), headers)
    expect([status, replyHeaders.get('idempotent-replayed'), await scaffoldsUsed(ada)]).toEqual([200, 'true', 1])
  })
})
