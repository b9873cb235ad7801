import { afterEach, expect, test } from 'vitest'
import { waitForEvent } from '../../support/bus.ts'
import { advance, endOutages, killAt } from '../../support/control.ts'
import { requestExport } from '../../support/ready-export.ts'
import { newAccount } from '../../support/whole-account.ts'

afterEach(endOutages)

const MINUTE_MS = 60_000

interface State {
  readonly answered: readonly string[]
  readonly missing: readonly string[]
}

test('an event invokes the function of each subscribed service, and a killed function again', async () => {
  const { person, org } = await newAccount()
  await killAt('flows-erasure', 'before')
  expect((await requestExport<State>(person)).status).toBe(202)
  const { data } = await waitForEvent(({ type, tenantid }) => type.includes('account-export.due') && tenantid === org)
  expect(data).toMatchObject({ org_id: org })
  const missing = async () => (await requestExport<State>(person)).body.missing
  // Lambda retries after a minute.
  await expect.poll(missing, { timeout: 30_000 }).toEqual(['flows'])
  await advance(MINUTE_MS)
  await expect.poll(missing, { timeout: 30_000 }).toEqual([])
})
