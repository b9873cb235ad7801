import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { stackNow } from '../../support/control.ts'
import { waitForExport } from '../../support/ready-export.ts'
import { createResources, newAccount } from '../../support/whole-account.ts'
import { countTraces, deleteAccount, expectErased } from './erasure-world.ts'

test('the deletion of a user erases their texts from every service, including images, uploads, messages and the export', async () => {
  const since = await stackNow()
  const ada = await newAccount()
  const canary = `canary-${randomUUID()}`
  await createResources(ada, canary)
  await waitForExport(ada.person)
  const { email, name } = ada.person
  const traces = { anywhere: [ada.user, ada.org, email, name, canary], private: [email, name, canary], since }
  const { rows, objects } = await countTraces(traces)
  expect(rows).toBeGreaterThan(20)
  expect(objects).toBeGreaterThan(2)
  await deleteAccount(ada)
  await expectErased(traces)
})
