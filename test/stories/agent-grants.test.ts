import { expect, test } from 'vitest'
import { grantsOf, imagesUrl, obtainToken } from '../support/agents.ts'
import { generate, generateCompleted } from '../support/jobs.ts'
import { asPerson } from '../support/people.ts'

const DRAFT = { prompt: 'a cat', quality_tier: 'draft' }

test('a person consents to an agent, reads its spending, changes its budget and revokes its grant', async () => {
  const { person, token } = await obtainToken({ resource: imagesUrl(), budget: '200' })
  await generateCompleted(DRAFT, { key: token })
  const [grant] = await grantsOf(person)
  expect(grant).toMatchObject({ scopes: ['generate', 'read'], budget: 200, spent: 1, left: 199 })

  const path = `/api/agent-grants/${grant?.id}`
  const changed = await asPerson(person, 'PUT', `${path}/budget`, { body: { budget: 1 }, as: 'setGrantBudget' })
  expect([changed.status, changed.body]).toMatchObject([200, { budget: 1, spent: 1, left: 0 }])
  const refused = await generate(DRAFT, { key: token })
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'budget_exhausted' }])

  expect((await asPerson(person, 'DELETE', path, { as: 'revokeGrant' })).status).toBe(204)
  expect([(await generate(DRAFT, { key: token })).status, await grantsOf(person)]).toEqual([401, []])
})
