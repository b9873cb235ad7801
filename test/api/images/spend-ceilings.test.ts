import { describe, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { withCeiling } from '../../support/ceilings.ts'
import { stackNow } from '../../support/control.ts'
import { generate, generateCompleted } from '../../support/jobs.ts'
import { keyWithScopes } from '../../support/keys.ts'
import { testStack } from '../../support/test-stack.ts'

const draft = { prompt: 'a red fox', quality_tier: 'draft' }

const balanceOf = async (key: string): Promise<unknown> =>
  ((await generate({ ...draft, dry_run: true }, { key })).body as unknown as { balance: number }).balance

/** 503 until midnight of UTC, in header and body. */
const expectCeilingRefusal = async (
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
  stopped: string,
) => {
  const now = new Date(await stackNow())
  const midnight = Date.parse(now.toISOString().slice(0, 10)) + 86_400_000
  expect([status, body]).toMatchObject([
    503,
    { code: 'spend_ceiling', stopped, opens_at: new Date(midnight).toISOString() },
  ])
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBe((body as { retry_after: number }).retry_after)
  expect(Math.abs(seconds - (midnight - now.getTime()) / 1000)).toBeLessThan(30)
}

describe('the spending ceiling of a vendor', () => {
  test('returns 503 for images and variations without a charge, and a quote reports it', async () => {
    const key = await keyWithScopes(['generate', 'read'])
    const source = await generateCompleted({ prompt: 'a red fox' }, { key })
    // Ids only: the receipt of the existing image may arrive at any moment and change its job.
    const jobIds = async () => {
      const { body } = await call<{ jobs: { job_id: string }[] }>('GET', '/v2/jobs', { key, as: 'job_list' })
      return body.jobs.map(({ job_id }) => job_id)
    }
    const before = await jobIds()
    const balance = await balanceOf(key)
    await withCeiling('edge-hosted', 0, async () => {
      await expectCeilingRefusal(await generate(draft, { key }), 'edge-hosted')
      await expectCeilingRefusal(
        await call('POST', `/v2/jobs/${source.job_id}/variations`, { key, body: { count: 2 }, as: 'createVariations' }),
        'edge-hosted',
      )
      const quote = await generate({ ...draft, dry_run: true }, { key })
      expect([quote.status, quote.body]).toMatchObject([
        200,
        { would_succeed: false, gates: { provider: 'unavailable' } },
      ])
      expect(await balanceOf(key)).toBe(balance)
      expect(await jobIds()).toEqual(before)
    })
  })

  test('leaves the response to an accepted request unchanged', async () => {
    const key = await keyWithScopes(['generate', 'read'])
    const request = { ...draft, idempotency_key: 'before-the-ceiling' }
    const { body } = await generate(request, { key })
    await withCeiling('edge-hosted', 0, async () => {
      const again = await generate(request, { key })
      expect([again.status, again.body.job_id]).toEqual([201, body.job_id])
    })
  })
})

// An emulator does not distinguish addresses, so every caller has a key there.
describe.skipIf(testStack().kind === 'emulator')('the spending ceiling of all callers without an account', () => {
  test('returns 503 for every caller without an account, whatever the address, while keys continue to work', async () => {
    await withCeiling('anonymous-images', 0, async () => {
      for (const from of [newAddress(), newAddress()]) {
        const refused = await generate(draft, { from })
        await expectCeilingRefusal(refused, 'anonymous-images')
        expect((refused.body as unknown as { error: string }).error).toMatch(
          /Callers with an account or an API key are not limited/,
        )
      }
      const key = await keyWithScopes(['generate', 'read'])
      expect((await generate(draft, { key })).status).toBe(201)
    })
  })
})
