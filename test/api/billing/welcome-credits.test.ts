import { describe, expect, test } from 'vitest'
import { imagesUrl } from '../../support/agents.ts'
import { generate } from '../../support/jobs.ts'
import { switchTo } from '../../support/organizations.ts'
import { billingOf } from '../../support/payments.ts'
import { asPerson, newPerson } from '../../support/people.ts'

describe('welcome credits', () => {
  test('go to each user once; organizations created by the user get none', async () => {
    const person = await newPerson()
    expect((await billingOf(person)).credits.balance).toBe(50)
    const organizations = await Promise.all(
      ['Foundry', 'Forge', 'Anvil'].map((name) =>
        asPerson(person, 'POST', '/api/organizations', { body: { name }, as: 'createOrganization' }),
      ),
    )
    const balances: number[] = []
    for (const { body } of organizations) {
      await switchTo(person, String(body.id))
      balances.push((await billingOf(person)).credits.balance)
      const headers = { cookie: person.cookie, origin: new URL(imagesUrl()).origin }
      const { status, body: refused } = await generate({ prompt: 'an anvil', quality_tier: 'draft' }, { headers })
      expect([status, refused]).toMatchObject([429, { code: 'insufficient_credits' }])
    }
    expect(balances).toEqual([0, 0, 0])
  })
})
