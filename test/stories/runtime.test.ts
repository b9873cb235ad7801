import { expect, test } from 'vitest'
import { droppedStream, startLoop, THREE_QUESTIONS, tick } from '../api/runtime/loops-world.ts'
import { runtimeKey } from '../api/runtime/runtime-world.ts'
import { grimoireOf, inscribe, verifyOf } from '../api/runtime/stored-results-world.ts'

test('an interview is streamed while it is answered, and dropped connections neither lose nor repeat events', async () => {
  const key = await runtimeKey()
  const { id } = (await startLoop(key, { script: THREE_QUESTIONS })).body
  const receivedIds: number[] = []
  const readEvents = async (count: number): Promise<void> => {
    for (const event of await droppedStream(key, id, receivedIds.at(-1) ?? 0, count)) receivedIds.push(event.id)
  }
  await readEvents(2)
  for (const answers of [{ owner: 'ada' }, { owner: 'bob' }, { owner: 'unknown' }]) {
    const [ticked] = await Promise.all([tick(key, id, { answers }), readEvents(3)])
    expect(ticked.status).toBe(200)
  }
  const { last_event } = (await tick(key, id, { tool: { name: 'finish' } })).body
  while ((receivedIds.at(-1) ?? 0) < last_event) await readEvents(4)
  expect(receivedIds).toEqual(Array.from({ length: last_event }, (_, index) => index + 1))
})

test('an inscribed reading is listed, and a replay verifies its receipt', async () => {
  const key = await runtimeKey()
  const hash = await inscribe(key)
  const { body: verified } = await verifyOf(key, `/verify/${hash}`)
  expect(verified).toMatchObject({ valid: true, checks: { replay: { status: 'pass' }, claims: { status: 'pass' } } })
  const { body: listed } = await grimoireOf(key, '/grimoire/default')
  expect(listed.readings.map((reading) => reading.hash)).toEqual([hash])
})
