import { expect, test } from 'vitest'
import { checkout, payByForm } from '../../support/payments.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'

test("a cursor of another owner returns only the caller's own items", async () => {
  const openTicket = (person: Person, subject: string) =>
    asPerson(person, 'POST', '/api/support/tickets', { body: { subject, message: 'a' }, as: 'openTicket' })
  const listTickets = (person: Person, query: string) =>
    asPerson<{ tickets: { subject: string }[]; next_cursor: string | null }>(
      person,
      'GET',
      `/api/support/tickets${query}`,
      { as: 'listTickets' },
    )
  const ada = await newPerson()
  const bob = await newPerson()
  for (const subject of ['another', 'a later one']) await openTicket(ada, subject)
  const { next_cursor } = (await listTickets(ada, '?limit=1')).body
  expect(next_cursor).not.toBeNull()
  await openTicket(bob, 'mine')
  const { body } = await listTickets(bob, `?cursor=${next_cursor}`)
  expect((body.tickets ?? []).filter(({ subject }) => subject !== 'mine')).toEqual([])
})

test('a payment page and its purchase belong to one organization', async () => {
  const first = await newPerson()
  const second = await newPerson()
  const third = await newPerson()
  const firstPage = await checkout(first)
  const secondPage = await checkout(second)
  expect(firstPage.body.url).not.toBe(secondPage.body.url)
  await payByForm(firstPage.body.url)
  const tierOf = async (person: Person) =>
    (await asPerson<{ tier: string }>(person, 'GET', '/api/billing', { as: 'getBilling' })).body.tier
  await expect.poll(() => tierOf(first), { timeout: 30_000 }).toBe('pro')
  expect([await tierOf(second), await tierOf(third)]).toEqual(['free', 'free'])
})
