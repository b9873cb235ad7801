import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contentSha256 } from '@signet/evidence'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { atLaterTime, endOutages } from '../../support/control.ts'
import { keyOfPerson, paidPerson } from '../../support/paid-work.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { createAs, getAs } from './evidence-world.ts'
import { FILL_PATH, fillAs, gapFillAs, stockAs, TEXT, tableFails, whileFilling } from './revisions-world.ts'

describe('POST /api/v1/evidence/gap-fill', () => {
  verifies(
    ['PLA-4.5-8', 'PLA-4.5-10', 'PLA-2.6-3', 'PLA-3-6', 'PLA-4.5-14'],
    '200 with the revision, its log and its hash; increments the usage of the inserted asset',
    async () => {
      const ada = await paidPerson()
      const id = await stockAs(ada)
      const { status, body } = await fillAs(ada, { targetPillars: ['Authoritativeness', 'Trustworthiness'] })
      expect([status, body]).toEqual([
        200,
        {
          gapFillId: expect.any(String),
          iterations: body.iterationLog.length,
          editor: 'rules',
          initialGaps: expect.any(Number),
          finalGaps: expect.any(Number),
          converged: false,
          creditsUsed: 0,
          revised: { ...TEXT, body: expect.stringContaining('usda.gov/loaves') },
          bailReason: 'llm_bail',
          iterationLog: expect.any(Array),
          gapFillHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          policyVersion: 'eeat-core@2026.11.1',
        },
      ])
      expect(body.iterationLog[0]).toEqual({
        iteration: 1,
        gapsBefore: body.initialGaps,
        gapsAfter: body.finalGaps,
        assetsInjected: [id],
        llmCallCostEstimate: 0,
      })
      expect(body.finalGaps).toBeLessThan(body.initialGaps)
      expect((await getAs(ada, id)).body.asset.usageCount).toBe(1)
      const { body: listed } = await asPerson<{ gapFills: object[] }>(ada, 'GET', '/api/v1/evidence/gap-fills', {
        as: 'listEvidenceGapFills',
      })
      expect(listed.gapFills).toMatchObject([
        {
          gapFillId: body.gapFillId,
          gapFillHash: body.gapFillHash,
          iterationLog: body.iterationLog,
          inputHash: contentSha256(TEXT),
          revisedHash: contentSha256(body.revised),
        },
      ])
      const gapFillReply = await gapFillAs(ada, body.gapFillId)
      expect(gapFillReply.body).toMatchObject({ status: 'completed', gapFillId: body.gapFillId, gaps: body.finalGaps })
    },
  )

  verifies(
    ['PLA-4.5-9', 'PLA-4.5-11', 'PLA-4.5-13'],
    '200 with options: maxIterations clamped to 1 to 5, at most six assets, least used and newest first',
    async () => {
      const ada = await paidPerson()
      for (let nth = 0; nth < 8; nth++)
        await createAs(ada, {
          type: 'customer_quote',
          title: `A customer on sourdough ${nth}`,
          authorName: `Kim ${'ABCDEFGH'[nth]}. Day`,
          content: {
            quote: `The sourdough number ${'one two three four five six seven eight'.split(' ')[nth]} tasted better than any other loaf`,
            role: 'customer',
            organization: 'Brodie’s',
          },
        })
      const few = await fillAs(ada, {
        maxIterations: -3,
        assetPreferences: { domains: ['food'], types: ['customer_quote'] },
      })
      expect([few.status, few.body.iterations, few.body.bailReason]).toEqual([200, 1, 'max_iterations'])
      expect(few.body.iterationLog[0]?.assetsInjected.length).toBeLessThanOrEqual(6)
      const used = new Set(few.body.iterationLog[0]?.assetsInjected)
      const next = await fillAs(ada, { maxIterations: 1 })
      // Used assets sort after unused ones.
      expect(next.body.iterationLog[0]?.assetsInjected.slice(0, 2).every((id) => !used.has(id))).toBe(true)
      const none = await fillAs(ada, { assetPreferences: { types: ['technical_diagram'] } })
      expect(none.body.iterationLog[0]?.assetsInjected).toEqual([])
      const requestWithoutGaps = {
        content: { body: 'Plain words.', publishedAt: '2026-11-01' },
        targetPillars: ['Trustworthiness'],
      }
      const withoutGaps = await fillAs(await paidPerson(), requestWithoutGaps)
      expect([withoutGaps.status, withoutGaps.body]).toMatchObject([
        200,
        { iterations: 0, initialGaps: 0, finalGaps: 0, converged: true, iterationLog: [], creditsUsed: 0 },
      ])
      expect('bailReason' in withoutGaps.body).toBe(false)
    },
  )

  verifies(
    ['PLA-4.5-15', 'PLA-4.5-12'],
    '400 without content or evidence, 401, 402, 413, 429, 502; only 200 uses a gap fill',
    async () => {
      const free = await newPerson()
      const ada = await paidPerson()
      const freePlan = await fillAs(free)
      expect([freePlan.status, freePlan.body]).toMatchObject([
        402,
        { code: 'evidence_gap_fill_requires_pro', upgrade: '/pricing' },
      ])
      const empty = await fillAs(ada)
      expect([empty.status, empty.body.code]).toEqual([400, 'empty_library'])
      await stockAs(ada)
      for (const [field, body] of [
        ['content', { content: undefined }],
        ['targetPillars.0', { targetPillars: ['Charm'] }],
        ['maxIterations', { maxIterations: 'many' }],
        ['assetPreferences.types.0', { assetPreferences: { types: ['rumour'] } }],
      ] as const) {
        const refused = await fillAs(ada, body)
        expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
      }
      const broken = await asPerson<{ code: string }>(ada, 'POST', FILL_PATH, { raw: '{', as: 'fillEvidenceGaps' })
      expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
      expect((await fillAs(ada, { policyVersion: 'none' })).body.code).toBe('unknown_policy_version')
      expect((await call('POST', FILL_PATH, { body: { content: TEXT }, as: 'fillEvidenceGaps' })).status).toBe(401)
      const key = await keyOfPerson(ada, ['evidence:read'])
      expect((await call('POST', FILL_PATH, { key, body: { content: TEXT }, as: 'fillEvidenceGaps' })).status).toBe(403)
      const large = await fillAs(ada, { content: 'x'.repeat(131_073) })
      expect([large.status, large.body.limit]).toEqual([413, 131_072])
      await tableFails('Query')
      const unreadable = await fillAs(ada)
      await endOutages()
      expect([unreadable.status, unreadable.body.code]).toEqual([502, 'asset_match_failed'])
      await tableFails('TransactWriteItems')
      const unstored = await fillAs(ada)
      await endOutages()
      expect([unstored.status, unstored.body.code]).toEqual([502, 'gap_fill_persist_failed'])
    },
  )

  verifies('PLA-8-10', '429 from the 31st request of an hour on, over all keys of the tenant', async () => {
    const ada = await paidPerson()
    const key = await keyOfPerson(ada, ['evidence:run'])
    const ask = (nth: number) =>
      nth % 2 === 0 ? fillAs(ada, { content: '' }) : call('POST', FILL_PATH, { key, body: {}, as: 'fillEvidenceGaps' })
    const statuses: number[] = []
    // A new hour may begin during the loop.
    for (let nth = 0; nth < 61 && statuses.at(-1) !== 429; nth++) statuses.push((await ask(nth)).status)
    expect(statuses.length).toBeGreaterThan(30)
    const { status, body, headers } = await fillAs(ada)
    expect([status, body.code]).toEqual([429, 'evidence_gap_fill_rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await atLaterTime(3_600_000, () => fillAs(ada))).body.code).toBe('empty_library')
  })

  test('200 with the same response for the same key, 422 for another body, 409 while in progress', async () => {
    const ada = await paidPerson()
    const id = await stockAs(ada)
    const key = randomUUID()
    await whileFilling(ada, key, async () => {
      const early = await fillAs(ada, {}, { key })
      expect([early.status, early.body.code]).toEqual([409, 'idempotency_in_progress'])
    })
    const crowd = await Promise.all(Array.from({ length: 5 }, () => fillAs(ada, {}, { key })))
    for (const { status, body } of crowd)
      if (status !== 200) expect([status, body.code]).toEqual([409, 'idempotency_in_progress'])
    const again = await fillAs(ada, {}, { key })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect((await getAs(ada, id)).body.asset.usageCount).toBe(1)
    const other = await fillAs(ada, { maxIterations: 1 }, { key })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('202 with respond-async, and a result at Location; 404 for other tenants', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    await stockAs(ada)
    const { status, body, headers } = await fillAs(ada, {}, { prefer: 'respond-async', key: randomUUID() })
    expect([status, headers.get('location'), headers.get('preference-applied')]).toEqual([
      ...[202, `/api/v1/evidence/gap-fills/${body.gapFillId}`, 'respond-async'],
    ])
    let job = await gapFillAs(ada, body.gapFillId)
    for (let tries = 0; tries < 200 && job.body.status === 'running'; tries++) {
      await sleep(50)
      job = await gapFillAs(ada, body.gapFillId)
    }
    const synchronous = await fillAs(ada, {})
    expect([job.status, job.body.status, job.body.result?.gapFillHash]).toEqual([
      ...[200, 'completed', synchronous.body.gapFillHash],
    ])
    expect((await gapFillAs(bob, body.gapFillId)).status).toBe(404)
    expect((await gapFillAs(bob, randomUUID())).status).toBe(404)
    expect((await gapFillAs(ada, 'x')).status).toBe(400)
  })
})
