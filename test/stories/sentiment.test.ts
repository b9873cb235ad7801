import { afterAll, expect, test } from 'vitest'
import { batchesOf, cyclesOf } from '../api/sentiment/cycles-world.ts'
import { advanceAsleep } from '../support/control.ts'
import { startIngest } from '../support/ingest-receiver.ts'
import { createMonitor, deleteMonitors, newOwner } from '../support/monitors.ts'

afterAll(deleteMonitors)

const MINUTE_MS = 60_000

test('a monitor reads mentions on schedule, and retries the delivery to an endpoint that was down', async () => {
  const ingest = await startIngest(503)
  const owner = await newOwner()
  expect((await createMonitor(owner, ingest.url)).status).toBe(201)

  // Collects an hour of mentions. The cycles of a run are spread over five minutes.
  await advanceAsleep(60 * MINUTE_MS)
  await advanceAsleep(5 * MINUTE_MS + 1_000)
  const pendingBatches = async () => (await batchesOf(owner, '?state=pending')).body.batches
  await expect.poll(async () => (await pendingBatches())[0]?.lastStatus, { timeout: 20_000 }).toBe(503)

  ingest.answer.status = 204
  // Longer than the pauses before the second and the third attempt.
  await advanceAsleep(6 * MINUTE_MS)
  await expect.poll(pendingBatches, { timeout: 20_000 }).toEqual([])
  const { cycles, endpoint } = (await cyclesOf(owner)).body
  expect(endpoint).toMatchObject({ state: 'closed', failures: 0 })
  const events = cycles.reduce((sum, { counts }) => sum + counts.events, 0)
  const eventIds = new Set(
    ingest.batches().flatMap(({ body }) => (body.data.events ?? []).map(({ eventId }) => eventId)),
  )
  expect(events).toBeGreaterThan(0)
  expect([eventIds.size, cycles.reduce((sum, { accepted }) => sum + accepted, 0)]).toEqual([events, events])
  await ingest.close()
})
