import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { consultationKeyRow } from '../../../lambdas/consultations/contract/rows.ts'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, killAt } from '../../support/control.ts'
import { duringFirstRequest, keyOfPerson, scaffoldsUsed } from '../../support/paid-work.ts'
import { newPerson } from '../../support/people.ts'
import { bootstrapAs, CONSULTATION, consultAs, type MemoryBody, memoryAs } from './consultations-world.ts'

afterEach(endOutages)

describe('POST /api/agents/bootstrap', () => {
  const internalSignals = ['Three outages of checkout last month', 'Checkout was down on Friday', 'An outage again']

  verifies(['PLA-2.4-4', 'PLA-4.4-9'], '200 with the starting points; uses one scaffold of the cycle', async () => {
    const ada = await newPerson()
    const { status, body } = await bootstrapAs(ada, { role: 'cto', domain: 'payments', internalSignals })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      signalType: 'incident',
      signalClass: expect.any(String),
      gapType: expect.any(String),
      gapClass: expect.any(String),
      researchStrategy: expect.any(String),
      researchType: expect.any(String),
      evidenceBar: expect.any(String),
      tierAssignment: expect.any(String),
      methodologyConfidence: 'high',
    })
    expect(await scaffoldsUsed(ada)).toBe(1)
  })

  verifies('PLA-4.4-10', '400 names the field, 401, 429 with upgrade, 502; only 200 uses a scaffold', async () => {
    const ada = await newPerson()
    for (const [body, field] of [
      [{}, 'role'],
      [{ role: 'ceo' }, 'role'],
      [{ role: 'cto', internalSignals: Array(21).fill('x') }, 'internalSignals'],
    ] as const) {
      const refused = await bootstrapAs(ada, body)
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
    }
    const nobody = await call('POST', '/api/agents/bootstrap', { body: { role: 'cto' }, as: 'bootstrapRole' })
    expect(nobody.status).toBe(401)
    await killAt('runtime-agents', 'before')
    const failed = await bootstrapAs(ada)
    expect([failed.status, failed.body.code, await scaffoldsUsed(ada)]).toEqual([502, 'upstream_failed', 0])
    for (let i = 0; i < 3; i++) expect((await bootstrapAs(ada)).status).toBe(200)
    const { status, body } = await bootstrapAs(ada)
    expect([status, body.code, body.upgrade]).toEqual([429, 'quota_exceeded', '/pricing'])
  })

  test('200, 409 and 422 for an idempotency key, which is separate from that of a run', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    await duringFirstRequest(
      ada,
      consultationKeyRow,
      { purpose: 'bootstrap', key: headers['idempotency-key'], body: { role: 'cto' } },
      async () => {
        const waiting = await bootstrapAs(ada, undefined, headers)
        expect([waiting.status, waiting.body.code]).toEqual([409, 'idempotency_in_progress'])
      },
    )
    expect((await bootstrapAs(ada, undefined, headers)).status).toBe(200)
    const again = await bootstrapAs(ada, undefined, headers)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect((await bootstrapAs(ada, { role: 'cfo' }, headers)).body.code).toBe('idempotency_mismatch')
    expect((await consultAs(ada, {}, headers)).status).toBe(200)
    expect(await scaffoldsUsed(ada)).toBe(2)
  })
})

describe('GET /api/agents/:role/memory', () => {
  verifies(['PLA-2.4-3', 'PLA-4.4-11'], '200 before and after the first run, free of charge', async () => {
    const ada = await newPerson()
    const before = (await memoryAs(ada, 'cto')).body
    expect(before).toMatchObject({
      role: 'cto',
      exists: false,
      zones: { deck: expect.any(Array), discard: [], metaInsight: [], identity: [] },
      entropy: { shannonDiversity: 0, elementCounts: expect.any(Object), depletionRatio: 0, transCapacity: 1 },
    })
    expect([before.tick, before.entropy.totalCards > 0]).toEqual([undefined, true])
    const { body } = await consultAs(ada)
    const after = await memoryAs(ada, 'cto')
    expect(after.body).toMatchObject({
      exists: true,
      tick: 1,
      updatedAt: expect.any(String),
      recentMemories: [{ hash: body.hash, intention: CONSULTATION.intention }],
    })
    expect([(await memoryAs(ada, 'cfo')).body.exists, await scaffoldsUsed(ada)]).toEqual([false, 1])
  })

  test('200 with a key of the same organization only; 403 without its scope', async () => {
    const ada = await newPerson()
    const bob = await newPerson('Bob')
    await consultAs(ada)
    const read = async (key: string) =>
      (await call<MemoryBody>('GET', '/api/agents/cto/memory', { key, as: 'getRoleMemory' })).body
    expect((await read(await keyOfPerson(ada, ['agents:read']))).tick).toBe(1)
    expect((await read(await keyOfPerson(bob, ['agents:read']))).exists).toBe(false)
    expect((await read(await keyOfPerson(ada, ['agents:run']))).code).toBe('forbidden')
  })

  verifies('PLA-4.4-12', '400 for an unknown role, 401, 502 while the runtime fails', async () => {
    const ada = await newPerson()
    const unknown = await memoryAs(ada, 'ceo')
    expect([unknown.status, unknown.body.code, unknown.body.errors?.[0]?.field]).toEqual([
      ...[400, 'invalid_input', 'role'],
    ])
    expect((await call('GET', '/api/agents/cto/memory', { as: 'getRoleMemory' })).status).toBe(401)
    // Reads are retried once.
    for (const nth of [1, 2]) await killAt('runtime-agents', 'before', nth)
    const failed = await memoryAs(ada, 'cto')
    expect([failed.status, failed.body.code]).toEqual([502, 'upstream_failed'])
  })
})
