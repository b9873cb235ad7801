import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, newAddress } from '../support/api.ts'
import { rowsContaining } from '../support/canaries.ts'
import { advanceAsleep } from '../support/control.ts'
import { waitForMail } from '../support/mails.ts'
import { accept, invite, membersOf, switchTo } from '../support/organizations.ts'
import { asPerson, type Person, signIn } from '../support/people.ts'
import { newAccount } from '../support/whole-account.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Signs a new person in at the issuer, as a browser does. */
const signInNew = async (name: string): Promise<Person> => {
  const email = `${randomUUID()}@people.example`
  return { userId: '', email, name, ...(await signIn({ email, name })) }
}
const getMe = (key: string) => call('GET', '/api/account/me', { key, as: 'getMe' })

test('a person signs in, invites a colleague, creates a key that is revoked after a leak, and signs out', async () => {
  const ada = await signInNew('Ada')
  const bob = await signInNew('Bob')
  const body = { name: 'Foundry' }
  const { body: foundry } = await asPerson(ada, 'POST', '/api/organizations', { body, as: 'createOrganization' })
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
  const created = await asPerson<{ key: string }>(bob, 'POST', '/api/keys', {
    body: { name: 'shop' },
    as: 'createApiKey',
  })
  const { key } = created.body
  expect((await getMe(key)).body).toMatchObject({ orgId: org })

  const report = await call('POST', '/api/keys/leaked', { body: { key }, from: newAddress(), as: 'reportLeakedKey' })
  expect([report.status, (await getMe(key)).status]).toEqual([202, 401])
  const mail = await waitForMail(bob.email, ({ subject }) => subject.includes('leaked'))
  expect(mail.text).toContain(key.slice(0, 11))

  expect((await asPerson(bob, 'POST', '/api/auth/logout', { as: 'signOut' })).status).toBe(200)
  expect((await asPerson(bob, 'GET', '/api/account/me', { as: 'getMe' })).status).toBe(401)
})

test('a person deletes the account, and every service erases it after the grace period', async () => {
  const { person, key } = await newAccount()
  const canary = `canary-${randomUUID()}`
  const flag = { key: 'erased', type: 'boolean', description: canary }
  expect((await call('POST', '/flags', { key, body: flag, as: 'createFlag' })).status).toBe(201)
  const message = { name: 'Ada', email: person.email, message: canary }
  expect((await call('POST', '/api/contact', { body: message, from: newAddress(), as: 'sendContact' })).status).toBe(
    201,
  )

  expect((await asPerson(person, 'DELETE', '/api/account', { as: 'deleteAccount' })).status).toBe(202)
  const { body: deletion } = await asPerson(person, 'GET', '/api/account/deletion', { as: 'getAccountDeletion' })
  expect(deletion).toMatchObject({ state: 'waiting' })
  const texts = [canary, person.email, person.name]
  expect((await rowsContaining(texts)).length).toBeGreaterThan(0)
  await advanceAsleep(14 * DAY_MS)
  await expect
    .poll(
      async () => {
        await advanceAsleep(16 * MINUTE_MS)
        return rowsContaining(texts)
      },
      { timeout: 20_000, interval: 200 },
    )
    .toEqual([])
  expect((await call('GET', '/api/account/me', { key, as: 'getMe' })).status).toBe(401)
})
