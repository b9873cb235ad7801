import { PLANS, SKUS } from '@signet/ledger'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import { archiveAllowance, archiveMeter } from '@signet/search/conversations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARCHIVE_QUOTAS, type ArchiveTier } from '../../../layers/search/src/conversations/contract/archive-quotas.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let currentTime = Date.parse('2026-11-25T12:00:00Z')
const deps = () => ({ db: world.db, table: TABLE, now: () => new Date(currentTime) })
const allowanceOf = (tier: ArchiveTier) =>
  archiveAllowance({ ...deps(), tierStatusOf: async () => ({ tier }), upgrade: '/pricing' })
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/**
 * US dollars: S3 per GB and month, Cohere Embed v4 per million tokens, and a question to Claude Haiku 4.5 at its
 * maximum length.
 */
const PRICE = { gigabyte: 0.023, millionTokens: 0.12, question: (4_500 * 1 + 1_500 * 5) / 1_000_000 }

const costOf = (tier: ArchiveTier): number => {
  const { bytes, embeddingTokens, questions } = ARCHIVE_QUOTAS[tier]
  const storageCost = (bytes / 1_000_000_000) * PRICE.gigabyte
  return storageCost + (embeddingTokens / 1_000_000) * PRICE.millionTokens + questions * PRICE.question
}

describe('quotas of an archive', () => {
  it('exist for each tier of the platform, and cost less than the plan at list prices', () => {
    expect(Object.keys(ARCHIVE_QUOTAS)).toEqual([...PLATFORM_TIERS])
    for (const sku of ['pro', 'agency'] as const)
      expect(costOf(SKUS[sku].tier), sku).toBeLessThan(PLANS[SKUS[sku].imagePlan].monthlyCents / 100)
    expect(costOf('free')).toBeLessThan(10)
  })

  it('count the usage of one workspace in one calendar month', async () => {
    const meter = archiveMeter(deps())
    for (const [day, questions] of [
      ['2026-10-31', 400],
      ['2026-11-01', 100],
      ['2026-11-25', 399],
    ] as const) {
      currentTime = Date.parse(`${day}T12:00:00Z`)
      meter.note('w', { questions, embedding_tokens: 1_000 })
      meter.note('others', { questions: 5_000 })
      await meter.flush()
    }
    expect(await allowanceOf('free').read('w')).toEqual({
      tier: 'free',
      monthEndsAt: new Date('2026-12-01T00:00:00Z'),
      bytes: ARCHIVE_QUOTAS.free.bytes,
      embeddingTokens: { used: 2_000, limit: 20_000_000 },
      questions: { used: 499, limit: 500 },
    })
    expect(await allowanceOf('free').check('w', 'questions')).toBeUndefined()
  })

  it('cause a refusal with the usage, the plan that includes more, and the seconds until the end of the month', async () => {
    const meter = archiveMeter(deps())
    meter.note('w', { questions: 1 })
    await meter.flush()
    expect(await allowanceOf('free').check('w', 'questions')).toMatchObject({
      code: 'quota_exceeded',
      message: 'The archive has used 500 of the 500 questions this month; the plan pro includes more',
      extras: { quota: 'questions', used: 500, limit: 500, plan: 'free', upgrade_plan: 'pro', upgrade: '/pricing' },
      headers: { 'retry-after': String(5.5 * 86_400) },
    })
    expect(await allowanceOf('pro').check('w', 'questions')).toBeUndefined()
    const teamRefusal = allowanceOf('team').bytesRefusal('team', { used: 1, limit: 1 })
    expect(teamRefusal.message).toBe('The archive has used 1 of the 1 bytes of uploads')
    expect(teamRefusal.extras).not.toHaveProperty('upgrade_plan')
    currentTime = Date.parse('2026-12-01T00:00:00Z')
    expect(await allowanceOf('free').check('w', 'questions')).toBeUndefined()
  })
})
