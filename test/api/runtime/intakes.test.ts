import { randomUUID } from 'node:crypto'
import { judgeIntake } from '@signet/posture'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, call } from '../../support/api.ts'
import { endOutages, planOutage, stackNow } from '../../support/control.ts'
import { newTenant } from '../../support/keys.ts'
import { setTier } from '../../support/tiers.ts'
import { edited, faultFreeIntake } from '../../unit/posture/world.ts'
import { freeKey } from './agents-world.ts'

afterEach(endOutages)

interface IntakeBody {
  readonly accepted?: true
  readonly refused?: true
  readonly refusal?: { readonly summary: string }
  readonly summary?: string
  readonly receipt: { readonly hash: string; readonly verifyUrl: string }
  readonly code?: string
  readonly errors?: readonly { readonly field: string }[]
}

/** Creates a key of an organization with a paid plan, for the runtime and for intakes on the platform. */
const paidKey = async (): Promise<string> => {
  const { key, tenantId } = await newTenant({ scopes: ['runtime:run', 'agents:read'], prefix: 'plat_' })
  await setTier(tenantId, { sku: 'pro' })
  return key
}

const judge = (
  key: string | undefined,
  body: object = faultFreeIntake(),
  idempotencyKey?: string,
): Promise<Answer<IntakeBody>> =>
  call('POST', '/agents/ciso-intake', {
    ...(key !== undefined && { key }),
    body,
    as: 'judgeCisoIntake',
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
  })

/** Regulated data without a second factor, and no compensating control. */
const REFUSED = edited({ 'controlBaseline.mfa.scope': 'none', dataHandled: ['pii', 'phi'] })

const failTable = (fault: { readonly operation: string; readonly type: string; readonly body?: object }) =>
  planOutage({ function: 'runtime-agents', service: 'dynamodb', times: 1_000, status: 400, ...fault })

describe('POST /agents/ciso-intake', () => {
  test('judgeCisoIntake 200 with the verdict of the platform, which lists the intake', async () => {
    const key = await paidKey()
    const { status, body } = await judge(key)
    const { summary } = judgeIntake(faultFreeIntake(), new Date(await stackNow()).toISOString().slice(0, 10))
    expect([status, body.accepted, body.refusal?.summary]).toEqual([200, true, summary])
    const path = `/api/agents/ciso-intake/intakes/${body.receipt.hash}`
    const platformIntake = await call<{ intake: object }>('GET', path, { key, as: 'getCisoIntake' })
    expect([platformIntake.status, platformIntake.body.intake]).toEqual([200, faultFreeIntake()])
    const foreignIntake = await call('GET', path, { key: await paidKey(), as: 'getCisoIntake' })
    expect(foreignIntake.status).toBe(404)
  })

  test('judgeCisoIntake 422 with a receipt of the refusal, which anyone can verify', async () => {
    const { status, body } = await judge(await paidKey(), REFUSED)
    expect([status, body.code, body.refused]).toEqual([422, 'intake_refused', true])
    const receipt = await call<{ valid: boolean; kind: string }>('GET', body.receipt.verifyUrl, {
      headers: { accept: 'application/json' },
      as: 'verifyReceiptPage',
    })
    expect([receipt.body.valid, receipt.body.kind]).toEqual([true, 'ciso.intake'])
  })

  test('judgeCisoIntake 200 with the same receipt for a repeated idempotency key, 422 for another request with it', async () => {
    const key = await paidKey()
    const idempotencyKey = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => judge(key, faultFreeIntake(), idempotencyKey)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.receipt.hash}`)).size).toBe(1)
    expect((await judge(key, REFUSED, idempotencyKey)).body.code).toBe('idempotency_mismatch')
  })

  test('judgeCisoIntake 400 names the field, 401, 403 without the scope and on the free plan, 413', async () => {
    const key = await paidKey()
    const broken = await judge(key, edited({ 'controlBaseline.mfa.scope': 'some' }))
    expect([broken.status, broken.body.errors?.[0]?.field]).toEqual([400, 'controlBaseline.mfa.scope'])
    expect((await judge(undefined)).status).toBe(401)
    const { key: readKey } = await newTenant({ scopes: ['runtime:read'], prefix: 'plat_' })
    expect((await judge(readKey)).body.code).toBe('forbidden')
    expect((await judge(await freeKey())).body.code).toBe('plan_required')
    expect((await judge(key, { ...faultFreeIntake(), more: 'x'.repeat(131_072) })).status).toBe(413)
  })

  test('judgeCisoIntake 409 after conflicts, 502 if the receipt cannot be stored, 503 while the table is busy', async () => {
    const key = await paidKey()
    const cancelled = { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(10).fill({ Code: 'None' })] }
    await failTable({ operation: 'TransactWriteItems', type: 'TransactionCanceledException', body: cancelled })
    expect((await judge(key)).body.code).toBe('receipt_conflict')
    await endOutages()
    await failTable({ operation: 'TransactWriteItems', type: 'ItemTooBig' })
    expect((await judge(key)).body.code).toBe('upstream_failed')
    await endOutages()
    await failTable({ operation: 'TransactWriteItems', type: 'ThrottlingException' })
    expect((await judge(key)).status).toBe(503)
  })
})
