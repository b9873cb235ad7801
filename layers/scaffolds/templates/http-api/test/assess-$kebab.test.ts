import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assess$Entity, RULES, read$EntityCase } from '../src/$kebab/assess-$kebab.ts'
import { http } from '../src/handler.ts'
import { authorized } from './support/credentials.ts'
import { goodRequest } from './support/requests.ts'
import { world } from './support/world.ts'

// #case integration: assess
test('given a valid case, when it is assessed, then the response has outcome, score and reasons', async () => {
  const response = await http(await goodRequest(), world().deps)
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { outcome: 'review', score: 50, reasons: ['amount-above-5000'] })
})

// #case unit: assess, explained
test('given every combination of rules, when it is assessed, then score and outcome only depend on the reasons', async () => {
  const amounts = [0, 500_000, 500_001]
  for (const amountCents of amounts)
    for (const ageDays of [0, 6, 7])
      for (const quantity of [1, 99, 100]) {
        const { outcome, score, reasons } = assess$Entity({ amountCents, ageDays, quantity })
        const sum = RULES.filter(({ id }) => reasons.includes(id)).reduce((total, { weight }) => total + weight, 0)
        assert.equal(score, Math.min(100, sum))
        assert.equal(outcome, sum >= 80 ? 'refuse' : sum >= 50 ? 'review' : 'accept')
      }
  assert.equal(new Set(RULES.map(({ id }) => id)).size, RULES.length)
})

// #case unit: strict, number-tricks
test('given numbers at and beyond their limits, when a case is read, then values beyond are refused with the field', async () => {
  const good = { amount_cents: 0, quantity: 1, age_days: 0 }
  assert.deepEqual(read$EntityCase(good), { amountCents: 0, quantity: 1, ageDays: 0 })
  const wrong = [-1, 0.5, Number.MAX_VALUE, '1', null, undefined, Number.NaN]
  for (const field of Object.keys(good))
    for (const value of wrong)
      assert.throws(() => read$EntityCase({ ...good, [field]: value }), { code: 'invalid_input', field })
})

// #case integration: explained
test('given the rules, when they are requested, then the response lists their IDs and weights', async () => {
  const response = await http(authorized('GET', '/v1/$kebab-rules'), world().deps)
  const { rules } = (await response.json()) as { rules: unknown[] }
  assert.equal(response.status, 200)
  assert.equal(rules.length, RULES.length)
})
