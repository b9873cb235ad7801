import { randomUUID } from 'node:crypto'
import { ConsultationInput } from '@signet/runtime-schemas/consultation'
import { afterEach, describe, expect, test } from 'vitest'
import { consultationKeyRow } from '../../../lambdas/consultations/contract/rows.ts'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, killAt, planOutage } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { duringFirstRequest, keyOfPerson, paidPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { asPerson, newPerson, platformOrigin } from '../../support/people.ts'
import { scaled } from '../../support/scale.ts'
import { CONSULTATION, consultAs, consultWithKey } from './consultations-world.ts'

afterEach(endOutages)

/** More than the free tier has. */
const CROWD = scaled(12, 200)

const verificationOf = (hash: string) =>
  call<{ valid: boolean; kind: string; claimsVisibility: string; publicClaims?: object; envelope?: object }>(
    'GET',
    `/verify/${hash}`,
    { headers: { accept: 'application/json' }, as: 'verifyReceiptPage' },
  )

describe('POST /api/agents/run', () => {
  verifies(
    ['PLA-2.4-1', 'PLA-4.4-1', 'PLA-4.4-6', 'PLA-8-7'],
    '200 with findings, guidance and a receipt; uses one scaffold of the cycle',
    async () => {
      const ada = await newPerson()
      const context = { exposure: 'public', team: 3, regions: ['eu', 'us'], shop: { name: 'Acme' } }
      const painSignals = ['Customers pay twice']
      const { status, body, headers } = await consultAs(ada, { context, painSignals })
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
      expect(body).toMatchObject({
        schema_version: '1.0',
        success: true,
        role: 'cto',
        responseMode: 'symbolic',
        response: expect.stringMatching(/^# /),
        symbolicResponse: { facts: { exposure: 'public' } },
        guidance: { next_steps: expect.any(Array) },
        receipt: { hash: body.hash, verifyUrl: expect.stringContaining(`/verify/${body.hash}`) },
        metadata: { seed: 7, memory: { tick: 0 } },
        envelope: { bindings: { exposure: 'public' } },
      })
      expect(body.analysis.findings.length).toBeGreaterThan(0)
      expect(await scaffoldsUsed(ada)).toBe(1)
    },
  )

  verifies('PLA-2.4-2', '200 for every role', async () => {
    const ada = await paidPerson()
    for (const role of ['cto', 'ciso', 'cfo', 'cmo', 'cpo', 'architect', 'mara', 'sera']) {
      const { status, body } = await consultAs(ada, { role })
      expect([status, body.role]).toEqual([200, role])
    }
    expect(await scaffoldsUsed(ada)).toBe(8)
  })

  verifies('PLA-4.4-2', '200 in each mode: Markdown, prose, or findings only', async () => {
    const ada = await newPerson()
    const replies = []
    for (const responseMode of ['symbolic', 'natural', 'structured-only'])
      replies.push((await consultAs(ada, { responseMode })).body)
    expect(replies.map(({ responseMode }) => responseMode)).toEqual(['symbolic', 'natural', 'structured-only'])
    expect(replies.map(({ response }) => [response === '', response.startsWith('# ')])).toEqual([
      ...[
        [false, true],
        [false, false],
        [true, false],
      ],
    ])
    for (const { analysis } of replies) expect(analysis.findings.length).toBeGreaterThan(0)
  })

  verifies(
    ['PLA-4.4-7', 'PLA-4.4-8'],
    '200 with a receipt that anyone can verify and only the organization can open',
    async () => {
      const ada = await newPerson()
      const { body } = await consultAs(ada)
      const { status, body: verified } = await verificationOf(body.hash)
      expect([status, verified.valid, verified.kind, verified.claimsVisibility]).toEqual([
        ...[200, true, 'agent.run', 'private'],
      ])
      expect(JSON.stringify(verified)).not.toContain('webhook')
      const own = await asPerson<{ hash: string; kind: string }>(ada, 'GET', `/api/receipts/${body.hash}`, {
        as: 'getReceipt',
      })
      expect([own.status, own.body.kind]).toEqual([200, 'agent.run'])
    },
  )

  test('200 with a key, for the tenant of the session; 403 without its scope', async () => {
    const ada = await newPerson()
    const key = await keyOfPerson(ada, ['agents:run'])
    const other = await keyOfPerson(ada, ['agents:read'])
    expect((await consultAs(ada)).body.metadata.memory.tick).toBe(0)
    const { status, body } = await consultWithKey(key)
    expect([status, body.metadata.memory.tick, await scaffoldsUsed(ada)]).toEqual([200, 1, 2])
    expect((await consultWithKey(other)).body.code).toBe('forbidden')
  })

  test('200 for ciso bound to cto; without a run, cto is consulted first for the same credit', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    const cto = (await consultAs(ada, { context: { exposure: 'public' } })).body
    const { body } = await consultAs(ada, { role: 'ciso' })
    expect([body.metadata.bound_from, body.envelope, await scaffoldsUsed(ada)]).toEqual([cto.hash, undefined, 2])
    expect(body.symbolicResponse.facts.exposure).toBe('public')
    const first = (await consultAs(bob, { role: 'ciso' })).body
    const from = String(first.metadata.bound_from)
    expect([from === cto.hash, await scaffoldsUsed(bob)]).toEqual([false, 1])
    const { body: listed } = await asPerson<{ receipts: { hash: string; kind: string }[] }>(
      ...([bob, 'GET', '/api/receipts?kind=agent.run', { as: 'listReceipts' }] as const),
    )
    expect(listed.receipts.map(({ hash }) => hash).toSorted()).toEqual([from, first.hash].toSorted())
    expect((await verificationOf(from)).body.valid).toBe(true)
  })

  verifies('PLA-4.4-3', '400 names the field, 401 without a credential; uses nothing', async () => {
    const ada = await newPerson()
    for (const [body, field] of [
      [{ role: undefined }, 'role'],
      [{ intention: undefined }, 'intention'],
      [{ role: 'ceo' }, 'role'],
      [{ intention: ' ' }, 'intention'],
      [{ intention: 'x'.repeat(2_001) }, 'intention'],
      [{ context: 'words' }, 'context'],
      [{ context: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`c${i}`, i])) }, 'context'],
      [{ context: { long: 'x'.repeat(2_001) } }, 'context.long'],
      [{ painSignals: Array(13).fill('late') }, 'painSignals'],
      [{ responseMode: 'structured' }, 'responseMode'],
      [{ seed: -1 }, 'seed'],
      [{ inscribe: false }, 'inscribe'],
    ] as const) {
      const refused = await consultAs(ada, body)
      expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
        ...[400, 'invalid_input', field],
      ])
    }
    expect(await scaffoldsUsed(ada)).toBe(0)
    expect((await call('POST', '/api/agents/run', { body: {}, as: 'consultRole' })).status).toBe(401)
  })

  verifies('PLA-4.4-4', '429 with upgrade once the quota is used up; a warning from 80 percent on', async () => {
    const ada = await newPerson()
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await consultAs(ada))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const warnings = answers.map(({ body, headers }) => [body.warning, headers.get('x-quota-warning')])
    expect(warnings.slice(1, 3)).toEqual([
      [undefined, null],
      [{ meter: 'scaffolds', used: 3, limit: 3 }, 'scaffolds; used=3; limit=3'],
    ])
    const last = answers[3]
    expect(last?.body).toMatchObject({ code: 'quota_exceeded', upgrade: '/pricing', error: expect.any(String) })
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await scaffoldsUsed(ada)).toBe(3)
  })

  test('200 for three concurrent requests, 429 for the others', async () => {
    const ada = await newPerson()
    const key = await keyOfPerson(ada, ['agents:run'])
    const answers = await Promise.all(Array.from({ length: CROWD }, () => consultWithKey(key)))
    const codes = answers.map(({ status, body }) => body.code ?? status)
    expect(codes.filter((each) => each === 200)).toHaveLength(3)
    expect(codes.filter((each) => each === 'quota_exceeded')).toHaveLength(CROWD - 3)
    expect(await scaffoldsUsed(ada)).toBe(3)
  })

  verifies('PLA-4.4-5', '502 while the runtime fails; uses nothing, and works afterwards', async () => {
    const ada = await newPerson()
    await killAt('runtime-agents', 'before')
    const { status, body } = await consultAs(ada)
    expect([status, body.code, await scaffoldsUsed(ada)]).toEqual([502, 'upstream_failed', 0])
    await planOutage({
      service: 'dynamodb',
      function: 'runtime-agents',
      times: 1_000,
      status: 400,
      type: 'ValidationException',
    })
    expect([(await consultAs(ada, { role: 'ciso' })).status, await scaffoldsUsed(ada)]).toEqual([502, 0])
    await endOutages()
    expect([(await consultAs(ada)).status, await scaffoldsUsed(ada)]).toEqual([200, 1])
  })

  test('200, 409 and 422 for an idempotency key: the stored response, in progress, another request', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    const body = ConsultationInput.parse(CONSULTATION)
    await duringFirstRequest(
      ada,
      consultationKeyRow,
      { purpose: 'run', key: headers['idempotency-key'], body },
      async () => {
        const waiting = await consultAs(ada, {}, headers)
        expect([waiting.status, waiting.body.code]).toEqual([409, 'idempotency_in_progress'])
      },
    )
    const first = await consultAs(ada, {}, headers)
    const again = await consultAs(ada, {}, headers)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await consultAs(ada, { intention: 'Another' }, headers)
    expect([other.status, other.body.code, await scaffoldsUsed(ada)]).toEqual([422, 'idempotency_mismatch', 1])
    const bob = await newPerson('Bob')
    expect((await consultAs(bob, {}, headers)).body.hash).not.toBe(first.body.hash)
  })

  test('200 once after a retry of a run whose response could not be stored', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    await planOutage({
      function: 'consultations-api',
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: 1,
      status: 400,
      type: 'ValidationException',
    })
    expect([(await consultAs(ada, {}, headers)).status, await scaffoldsUsed(ada)]).toEqual([500, 0])
    const { status, body } = await consultAs(ada, {}, headers)
    expect([status, body.metadata.memory.tick, await scaffoldsUsed(ada)]).toEqual([200, 0, 1])
    expect((await consultAs(ada)).body.metadata.memory.tick).toBe(1)
  })

  test('200 once after a retry of a request whose function crashed', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    /** Makes the function crash; the gateway responds in its place. */
    const killed = async (when: 'before' | 'after') => {
      await killAt('consultations-api', when)
      const request = { cookie: ada.cookie, origin: platformOrigin(), ...headers }
      return (
        await call('POST', `${platformOrigin()}/api/agents/run`, { body: CONSULTATION, headers: request, as: 'none' })
      ).status
    }
    expect([await killed('before'), await scaffoldsUsed(ada)]).toEqual([502, 0])
    expect(await killed('after')).toBe(502)
    const { status, body, headers: replyHeaders } = await consultAs(ada, {}, headers)
    expect([status, replyHeaders.get('idempotent-replayed'), body.metadata.memory.tick]).toEqual([200, 'true', 0])
    expect(await scaffoldsUsed(ada)).toBe(1)
  })

  test('200 for an organization without runs of others in its memory', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    expect(await orgOf(ada)).not.toBe(await orgOf(bob))
    await consultAs(ada)
    expect((await consultAs(bob)).body.metadata.memory.tick).toBe(0)
  })
})
