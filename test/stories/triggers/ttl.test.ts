import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { rowsNaming } from '../../support/canaries.ts'
import { advanceAsleep } from '../../support/control.ts'
import { asPerson, newSession } from '../../support/people.ts'
import { newAccount } from '../../support/whole-account.ts'

/** Longer than a session lasts, and until expired rows are collected. */
const LATER_MS = 7 * 86_400_000 + 2 * 60_000

test('a row is removed from the table after its time to live, and rows without one stay', async () => {
  const { person, key, user } = await newAccount()
  const sessions = async () => (await rowsNaming([user])).filter((row) => row.startsWith('SESSION#'))
  const before = await rowsNaming([user])
  const [expiring] = await sessions()
  expect(before).toContain(expiring)
  await advanceAsleep(LATER_MS)
  await expect.poll(sessions, { timeout: 10_000 }).toEqual([])
  const left = await rowsNaming([user])
  expect(left.filter((row) => row.startsWith('KEY#'))).toEqual(before.filter((row) => row.startsWith('KEY#')))
  expect((await asPerson(person, 'GET', '/api/account/me', { as: 'getMe' })).status).toBe(401)
  expect((await call('GET', '/api/account/me', { key, as: 'getMe' })).status).toBe(200)
  expect((await asPerson(await newSession(person), 'GET', '/api/account/me', { as: 'getMe' })).status).toBe(200)
})
