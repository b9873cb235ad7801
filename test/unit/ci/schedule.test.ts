import { expect, test } from 'vitest'
import type { Judge } from '../../ci/judge.ts'
import { runJudges } from '../../ci/schedule.ts'

const MACHINE = { cores: 2, memoryGb: 8 }
const judge = (name: string, more: Partial<Judge> = {}): Judge => ({ name, covers: '', run: '', ...more })

/** Runs judges that each take three turns of the event loop. Returns their starts and ends in order. */
const eventsOf = async (judges: readonly Judge[]): Promise<readonly string[]> => {
  const events: string[] = []
  await runJudges(judges, MACHINE, async ({ name }) => {
    events.push(`+${name}`)
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    events.push(`-${name}`)
  })
  return events
}

test('judges run in parallel as far as the cores suffice', async () => {
  expect((await eventsOf(['a', 'b', 'c', 'd'].map((name) => judge(name)))).slice(0, 4)).toEqual([
    '+a',
    '+b',
    '+c',
    '-a',
  ])
})

test('a judge that does not fit into memory waits, and a smaller one after it runs first', async () => {
  const judges = [judge('large', { memoryGb: 6 }), judge('other', { memoryGb: 4 }), judge('small')]
  expect(await eventsOf(judges)).toEqual(['+large', '+small', '-large', '+other', '-small', '-other'])
})

test('a judge that needs more memory than the machine has runs alone', async () => {
  expect(await eventsOf([judge('huge', { memoryGb: 64 })])).toEqual(['+huge', '-huge'])
})

test('a judge that measures time runs after all others', async () => {
  const events = await eventsOf([judge('speed', { isAlone: true }), judge('a'), judge('b')])
  expect(events.slice(-2)).toEqual(['+speed', '-speed'])
})

test('a judge waits for the one whose results it reads', async () => {
  expect(await eventsOf([judge('templates', { after: ['synth'] }), judge('synth')])).toEqual([
    '+synth',
    '-synth',
    '+templates',
    '-templates',
  ])
})
