import { randomUUID } from 'node:crypto'
import { FlowInput } from '@signet/runtime-schemas/flow'
import { afterEach, describe, expect, test } from 'vitest'
import { flowKeyRow } from '../../../lambdas/flows/contract/rows.ts'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { endOutages, killAt, planOutage } from '../../support/control.ts'
import { duringFirstRequest, keyOfPerson, paidPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { asPerson, newPerson, platformOrigin } from '../../support/people.ts'
import { scaled } from '../../support/scale.ts'
import { createAs, createWithKey, FLOW, flowAs, listAs } from './flows-world.ts'

afterEach(endOutages)

/** More than the free tier has. */
const CROWD = scaled(8, 100)

describe('POST /api/flows', () => {
  verifies(
    ['PLA-4.7-1', 'PLA-4.7-3', 'PLA-8-8'],
    '201 with classification, facts and a receipt; uses one scaffold of the cycle',
    async () => {
      const ada = await newPerson()
      const { status, body, headers } = await createAs(ada)
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null])
      expect(body).toMatchObject({
        classification: { pattern: 'webhook-receiver', confidence: expect.stringMatching(/^(?:high|medium|low)$/) },
        traits: { trigger: 'webhook', vendor: 'stripe' },
        tier2_recommended: body.classification.confidence === 'low',
        oracle_enhanced: false,
        output: expect.stringContaining('files'),
        facts: { pattern: 'webhook-receiver', 'governance.test_plan': expect.stringMatching(/^# Test plan/) },
      })
      expect([body.id, Object.keys(body.classification)]).toEqual([
        expect.stringMatching(/^[0-9a-f]{64}$/),
        ['pattern', 'confidence'],
      ])
      expect(Object.values(body.traits).every((each) => typeof each === 'string')).toBe(true)
      const { body: verified } = await call<{ valid: boolean; kind: string; claimsVisibility: string }>(
        'GET',
        `/verify/${body.id}`,
        { headers: { accept: 'application/json' }, as: 'verifyReceiptPage' },
      )
      expect(verified).toMatchObject({ valid: true, kind: 'flow', claimsVisibility: 'private' })
      expect(JSON.stringify(verified)).not.toContain('Stripe')
      const own = await asPerson<{ kind: string }>(ada, 'GET', `/api/receipts/${body.id}`, { as: 'getReceipt' })
      expect([own.body.kind, await scaffoldsUsed(ada)]).toEqual(['flow', 1])
    },
  )

  test('201 has the very files that the preview lists, for each kind of project', async () => {
    const ada = await paidPerson()
    for (const project_type of ['api', 'web', 'worker', 'cli', 'mcp', 'library', 'something-else']) {
      const flowBody = { intention: 'Tools that look up orders', project_type }
      const from = newAddress()
      const { body: preview } = await call<{ files: object[] }>('POST', '/api/scaffold/preview', {
        from,
        body: flowBody,
        as: 'previewScaffold',
      })
      const { body } = await createAs(ada, flowBody)
      const { scaffold } = (await flowAs(ada, body.id)).body
      expect([project_type, scaffold.files.map(({ path, role }) => ({ path, role }))]).toEqual([
        project_type,
        preview.files,
      ])
    }
  })

  test('201 with a key, for the tenant of the session; 403 without its scope', async () => {
    const ada = await newPerson()
    const key = await keyOfPerson(ada, ['flows:write'])
    const other = await keyOfPerson(ada, ['flows:read'])
    const { status, body } = await createWithKey(key)
    expect([status, (await flowAs(ada, body.id)).status, await scaffoldsUsed(ada)]).toEqual([201, 200, 1])
    expect((await createWithKey(other)).body.code).toBe('forbidden')
  })

  verifies('PLA-4.7-2', '400 names the field, 401, 429 with upgrade, 502; only 201 uses a scaffold', async () => {
    const ada = await newPerson()
    for (const [body, field] of [
      [{ intention: undefined }, 'intention'],
      [{ intention: '' }, 'intention'],
      [{ intention: ' ' }, 'intention'],
      [{ intention: 'x'.repeat(2_001) }, 'intention'],
      [{ project_type: 'A b' }, 'project_type'],
      [{ oracle: 'yes' }, 'oracle'],
      [{ seed: 1 }, 'seed'],
    ] as const) {
      const refused = await createAs(ada, body)
      expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
        ...[400, 'invalid_input', field],
      ])
    }
    expect((await call('POST', '/api/flows', { body: FLOW, as: 'createFlow' })).status).toBe(401)
    await killAt('runtime-scaffolds', 'before')
    const failed = await createAs(ada)
    expect([failed.status, failed.body.code, await scaffoldsUsed(ada)]).toEqual([502, 'upstream_failed', 0])
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await createAs(ada))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
    expect(answers[2]?.body.warning).toEqual({ meter: 'scaffolds', used: 3, limit: 3 })
    expect(answers[2]?.headers.get('x-quota-warning')).toBe('scaffolds; used=3; limit=3')
    expect(answers[3]?.body).toMatchObject({ code: 'quota_exceeded', upgrade: '/pricing', error: expect.any(String) })
    expect(await scaffoldsUsed(ada)).toBe(3)
  })

  test('201 for three concurrent requests, 429 for the others', async () => {
    const ada = await newPerson()
    const key = await keyOfPerson(ada, ['flows:write'])
    const answers = await Promise.all(Array.from({ length: CROWD }, () => createWithKey(key)))
    const codes = answers.map(({ status, body }) => body.code ?? status)
    expect(codes.filter((each) => each === 201)).toHaveLength(3)
    expect(codes.filter((each) => each === 'quota_exceeded')).toHaveLength(CROWD - 3)
    expect([await scaffoldsUsed(ada), (await listAs(ada)).body.flows.length]).toEqual([3, 3])
  })

  test('201, 409 and 422 for an idempotency key: the stored response, in progress, another request', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    const body = FlowInput.parse(FLOW)
    await duringFirstRequest(
      ada,
      flowKeyRow,
      { purpose: 'create', key: headers['idempotency-key'], body },
      async () => {
        const waiting = await createAs(ada, {}, headers)
        expect([waiting.status, waiting.body.code]).toEqual([409, 'idempotency_in_progress'])
      },
    )
    const first = await createAs(ada, {}, headers)
    const again = await createAs(ada, {}, headers)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await createAs(ada, { intention: 'Another' }, headers)
    expect([other.status, other.body.code, await scaffoldsUsed(ada)]).toEqual([422, 'idempotency_mismatch', 1])
    const bob = await newPerson('Bob')
    expect((await createAs(bob, {}, headers)).body.id).not.toBe(first.body.id)
    expect((await listAs(ada)).body.flows).toHaveLength(1)
  })

  test('201 once after a retry of a flow whose response could not be stored', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    await planOutage({
      function: 'flows-api',
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: 1,
      status: 400,
      type: 'ValidationException',
    })
    expect([(await createAs(ada, {}, headers)).status, await scaffoldsUsed(ada)]).toEqual([500, 0])
    const { status, body } = await createAs(ada, {}, headers)
    expect([status, await scaffoldsUsed(ada)]).toEqual([201, 1])
    expect((await listAs(ada)).body.flows.map(({ id }) => id)).toEqual([body.id])
  })

  test('201 once after a retry of a request whose function crashed', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    /** Makes the function crash; the gateway responds in its place. */
    const killed = async (when: 'before' | 'after') => {
      await killAt('flows-api', when)
      const request = { cookie: ada.cookie, origin: platformOrigin(), ...headers }
      return (await call('POST', `${platformOrigin()}/api/flows`, { body: FLOW, headers: request, as: 'none' })).status
    }
    expect([await killed('before'), await scaffoldsUsed(ada)]).toEqual([502, 0])
    expect(await killed('after')).toBe(502)
    const { status, headers: replyHeaders } = await createAs(ada, {}, headers)
    expect([status, replyHeaders.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect([await scaffoldsUsed(ada), (await listAs(ada)).body.flows.length]).toEqual([1, 1])
  })
})
