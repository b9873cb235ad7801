import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, newAddress } from '../support/api.ts'
import { mailTo } from '../support/mails.ts'
import { accept, invite, membersOf, switchTo } from '../support/organisations.ts'
import { asPerson, type Person, signIn } from '../support/people.ts'

/** A person who signs in by the issuer, as a browser does. */
const signedIn = async (name: string): Promise<Person> => {
  const email = `${randomUUID()}@people.example`
  return { userId: '', email, name, ...(await signIn({ email, name })) }
}
const me = (key: string) => call('GET', '/api/account/me', { key, as: 'getMe' })

test('a person signs in, invites a colleague, makes a key, loses it when it leaks, and signs out', async () => {
  const [ada, bob] = [await signedIn('Ada'), await signedIn('Bob')]
  const body = { name: 'Foundry' }
  const { body: foundry } = await asPerson(ada, 'POST', '/api/organisations', { body, as: 'createOrganisation' })
  const org = String(foundry.id)
  const { body: invitation } = await invite(ada, org, bob.email, 'admin')
  expect((await accept(bob, invitation.token)).status).toBe(200)
  const members = await membersOf(ada, org)
  expect(members.map(({ email, role }) => [email, role]).toSorted()).toEqual(
    [
      [ada.email, 'owner'],
      [bob.email, 'admin'],
    ].toSorted(),
  )

  expect((await switchTo(bob, org)).status).toBe(200)
  const made = await asPerson<{ key: string }>(bob, 'POST', '/api/keys', { body: { name: 'shop' }, as: 'createApiKey' })
  const { key } = made.body
  expect((await me(key)).body).toMatchObject({ orgId: org })

  const report = await call('POST', '/api/keys/leaked', { body: { key }, from: newAddress(), as: 'reportLeakedKey' })
  expect([report.status, (await me(key)).status]).toEqual([202, 401])
  const mail = await mailTo(bob.email, ({ subject }) => subject.includes('leaked'))
  expect(mail.text).toContain(key.slice(0, 11))

  expect((await asPerson(bob, 'POST', '/api/auth/logout', { as: 'signOut' })).status).toBe(200)
  expect((await asPerson(bob, 'GET', '/api/account/me', { as: 'getMe' })).status).toBe(401)
})
