import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { stackNow } from '../../support/control.ts'
import { ownedThings } from '../../support/owned.ts'
import { newAccount } from '../../support/whole-account.ts'
import { countTraces, deleteAccount, expectErased } from './erasure-world.ts'

test('no service stores data of a deleted account after its grace period', async () => {
  const since = await stackNow()
  const ada = await newAccount()
  for (const { paths = {}, texts } of await ownedThings()) {
    for (const make of Object.values(paths)) await make(ada)
    // Other test files' users may have the same texts, so the rows of this user are identified by ids.
    await texts?.(ada)
  }
  const { email, name } = ada.person
  const traces = { anywhere: [ada.user, ada.org, email, name], private: [email, name], since }
  expect((await countTraces(traces)).rows).toBeGreaterThan(20)
  await deleteAccount(ada)
  await expectErased(traces)
  // The key is not restored.
  expect((await call('GET', '/api/account/me', { key: ada.key, as: 'getMe' })).status).toBe(401)
})
