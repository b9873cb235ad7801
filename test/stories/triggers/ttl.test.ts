import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { rowsContaining } from '../../support/canaries.ts'
import { advanceAsleep } from '../../support/control.ts'
import { asPerson, newSession } from '../../support/people.ts'
import { newAccount } from '../../support/whole-account.ts'

/** Longer than the lifetime of a session plus the interval at which expired rows are deleted. */
const LATER_MS = 7 * 86_400_000 + 2 * 60_000

test('a row is deleted after its time to live, and rows without one remain', async () => {
  const { person, key, user } = await newAccount()
  const rowsOf = async (kind: string) => (await rowsContaining([user])).filter((row) => row.startsWith(kind))
  const sessions = () => rowsOf('SESSION#')
  const keys = await rowsOf('KEY#')
  expect([(await sessions()).length, keys.length]).toEqual([1, 1])
  await advanceAsleep(LATER_MS)
  await expect.poll(sessions, { timeout: 10_000 }).toEqual([])
  expect(await rowsOf('KEY#')).toEqual(keys)
  expect((await asPerson(person, 'GET', '/api/account/me', { as: 'getMe' })).status).toBe(401)
  expect((await call('GET', '/api/account/me', { key, as: 'getMe' })).status).toBe(200)
  expect((await asPerson(await newSession(person), 'GET', '/api/account/me', { as: 'getMe' })).status).toBe(200)
})
