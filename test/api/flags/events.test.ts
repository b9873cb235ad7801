import { afterEach, expect, test } from 'vitest'
import { receivedEvents, waitForEvent } from '../../support/bus.ts'
import { endOutages, planOutage, runFunction } from '../../support/control.ts'
import { newFlag, newFlagKey, patchFlag } from '../../support/flags.ts'

const MINUTE = 60_000
afterEach(endOutages)

test('changes of a flag are events in the order of its log; the relay sends an event whose first delivery failed', async () => {
  const key = await newFlagKey()
  const name = `event-${key.slice(-6)}`
  const isAboutFlag = ({ subject }: { subject: string }) => subject.endsWith(`/${name}`)
  await newFlag(key, { key: name, type: 'boolean' })
  const created = await waitForEvent(isAboutFlag)
  expect(created).toMatchObject({
    type: 'org.signet.flag.created.v1',
    data: { environment: 'production', key: name, version: 1, type: 'boolean', enabled: false },
  })
  await planOutage({ function: 'flags-api', service: 'events', operation: 'PutEvents', times: 100 })
  expect((await patchFlag(key, name, { version: 1, enabled: true })).status).toBe(200)
  await endOutages()
  expect(await receivedEvents(isAboutFlag)).toHaveLength(1)
  await runFunction('event-relay-publish', { after: 2 * MINUTE })
  const updated = await waitForEvent(({ subject, type }) => isAboutFlag({ subject }) && type.endsWith('.updated.v1'))
  expect(updated).toMatchObject({ data: { version: 2, enabled: true } })
  expect(updated.sequence > created.sequence).toBe(true)
})
