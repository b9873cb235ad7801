import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS, withinWindow } from '../../support/clock-windows.ts'
import { atLaterTime, endOutages, stackNow } from '../../support/control.ts'
import { generateWithKey, imagesUsed } from '../../support/images.ts'
import { killPaintings } from '../../support/job-faults.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { scaled } from '../../support/scale.ts'

afterEach(endOutages)

interface Listed {
  readonly dailyBudget: { readonly limit: number; readonly used: number } | null
}

const keyWithBudget = async (person: Person, daily_budget: number): Promise<string> => {
  const body = { name: 'a', daily_budget }
  const createdKey = await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body, as: 'createApiKey' })
  expect(createdKey.status).toBe(201)
  return createdKey.body.key
}
const budgetsOf = async (person: Person) =>
  (await asPerson<Listed[]>(person, 'GET', '/api/keys', { as: 'listApiKeys' })).body.map(
    ({ dailyBudget }) => dailyBudget,
  )

/** Runs work in a day that does not end between two of its requests. */
const withinDay = (work: () => Promise<void>) => withinWindow(DAY_MS, 300_000, work)

describe('a key with a daily budget', () => {
  test('201 until the credits of the day are used, then 429 until midnight UTC; the list shows the usage', async () => {
    await withinDay(async () => {
      const ada = await newPerson()
      const key = await keyWithBudget(ada, 3)
      expect((await generateWithKey(key, { quality_tier: 'standard' })).status).toBe(201)
      expect(await budgetsOf(ada)).toEqual([{ limit: 3, used: 2 }])
      const { status, body, headers } = await generateWithKey(key, { quality_tier: 'standard' })
      expect([status, body]).toMatchObject([429, { code: 'key_budget_exhausted', limit: 3, used: 2 }])
      const untilMidnight = (DAY_MS - ((await stackNow()) % DAY_MS)) / 1000
      expect(Math.abs(Number(headers.get('retry-after')) - untilMidnight)).toBeLessThan(30)
      expect((await generateWithKey(key, { quality_tier: 'draft' })).status).toBe(201)
      expect((await generateWithKey(key, { quality_tier: 'draft' })).body.code).toBe('key_budget_exhausted')
      expect([await imagesUsed(ada), await budgetsOf(ada)]).toEqual([2, [{ limit: 3, used: 3 }]])
      await atLaterTime(Number(headers.get('retry-after')) * 1000 + 1_000, async () => {
        expect([await budgetsOf(ada), (await generateWithKey(key, { quality_tier: 'draft' })).status]).toEqual([
          [{ limit: 3, used: 0 }],
          201,
        ])
      })
    })
  })

  test('429 for all but three concurrent requests, and refused ones use no image of the cycle', async () => {
    await withinDay(async () => {
      const ada = await newPerson()
      const key = await keyWithBudget(ada, 3)
      const crowd = scaled(6, 100)
      const answers = await Promise.all(
        Array.from({ length: crowd }, () => generateWithKey(key, { quality_tier: 'draft' })),
      )
      const codes = answers.map(({ status, body }) => body.code ?? status)
      expect(codes.filter((each) => each === 201)).toHaveLength(3)
      expect(codes.filter((each) => each === 'key_budget_exhausted')).toHaveLength(crowd - 3)
      expect([await imagesUsed(ada), await budgetsOf(ada)]).toEqual([3, [{ limit: 3, used: 3 }]])
    })
  })

  test('429 at the end of the cycle, a refusal and a failure leave the budget unchanged', async () => {
    await withinDay(async () => {
      const ada = await newPerson()
      const key = await keyWithBudget(ada, 100)
      expect((await generateWithKey(key, { prompt: 'nsfw', quality_tier: 'draft' })).status).toBe(422)
      await killPaintings()
      expect((await generateWithKey(key, { quality_tier: 'premium' })).status).toBe(201)
      await expect.poll(() => budgetsOf(ada), { timeout: 20_000 }).toEqual([{ limit: 100, used: 0 }])
      for (let i = 0; i < 5; i++) expect((await generateWithKey(key, { quality_tier: 'draft' })).status).toBe(201)
      expect((await generateWithKey(key, { quality_tier: 'draft' })).body.code).toBe('quota_exceeded')
      expect(await budgetsOf(ada)).toEqual([{ limit: 100, used: 5 }])
    })
  })

  test('429 for an image more expensive than the whole budget; other keys are unaffected', async () => {
    const ada = await newPerson()
    const small = await keyWithBudget(ada, 1)
    const other = await keyWithBudget(ada, 10)
    expect((await generateWithKey(small, { quality_tier: 'standard' })).body.code).toBe('key_budget_exhausted')
    expect((await generateWithKey(other, { quality_tier: 'standard' })).status).toBe(201)
  })
})
