import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  MAX_PERIODS,
  PERIOD_MS,
  periodsDue,
  readListed$Entities,
  report$Entities,
} from '../src/$kebab/report-$kebabs.ts'
import { schedule } from '../src/handler.ts'
import { withRivalWrite } from './support/rival-write.ts'
import { START, world } from './support/world.ts'

const listing = () =>
  Response.json([
    { id: 'a', amount: 3 },
    { id: 'b', amount: 4 },
    { id: 'a', amount: 3 },
  ])
// #if timed
const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
// #endif
type Deps = ReturnType<typeof world>['deps']
const reports = ({ records }: Deps) => records.list<{ total: number }>('$kebab-reports', { limit: 50 })

// #case unit: periods
test('given a job that runs $words, when it is triggered, then only the period that has just ended is due', async () => {
  const end = Math.floor((START - $offsetMs) / $periodMs) * $periodMs + $offsetMs
  assert.deepEqual(periodsDue(undefined, end), [{ from: end - $periodMs, until: end }])
  assert.deepEqual(periodsDue(end, end + $periodMs - 1), [])
  // #if timed
  assert.deepEqual([new Date(end).getUTCHours(), new Date(end).getUTCMinutes()], [$hour, $minute])
  // #if aws
  assert.ok(read('infrastructure/stack.ts').includes("schedule: Schedule.expression('$schedule'),"))
  // #endif
  // #if cloudflare
  const { triggers } = JSON.parse(read('wrangler.jsonc')) as { triggers: unknown }
  assert.deepEqual(triggers, { crons: ['$cron', '$sweepCron'] })
  // #endif
  // #endif
})

// #case integration: alone, records-lost-update
test('given two concurrent runs, when the other takes the lease first or takes it over, then this run ends without a report or fails', async () => {
  for (const hasRow of [false, true]) {
    const { deps, fetched } = world({ fetch: listing })
    if (hasRow) await deps.records.insert('jobs', '$kebab-report', { leaseUntil: 0 })
    const job = { leaseUntil: START + 1 }
    const rival = () =>
      hasRow ? deps.records.replace('jobs', '$kebab-report', job, 1) : deps.records.insert('jobs', '$kebab-report', job)
    await schedule({ ...deps, records: withRivalWrite(deps.records, 'jobs', rival) })
    assert.deepEqual([fetched.length, await reports(deps)], [0, []])
  }
  const { deps } = world({ fetch: listing })
  const takeOver = async () => deps.records.replace('jobs', '$kebab-report', { leaseUntil: START + 1 }, 1)
  await assert.rejects(
    schedule({ ...deps, records: withRivalWrite(deps.records, '$kebab-reports', takeOver) }),
    /lease was lost/,
  )
  assert.equal((await deps.records.get('jobs', '$kebab-report'))?.version, 2)
})

// #case integration: periods
test('given a source, when the job is triggered twice, then the last period is reported once', async () => {
  const { deps, clock } = world({ fetch: listing })
  await schedule(deps)
  await schedule(deps)
  assert.deepEqual(
    (await reports(deps)).map(({ value }) => value),
    [{ count: 2, total: 7, largest: 'b' }],
  )
  clock.nowMs += PERIOD_MS
  await schedule(deps)
  assert.equal((await reports(deps)).length, 2)
})

// #case integration: periods, source-down
test('given a source that was down for hours, when the job runs again, then every missed period is reported once', async () => {
  let isDown = false
  const { deps, clock } = world({ fetch: () => (isDown ? new Response('no', { status: 503 }) : listing()) })
  await schedule(deps)
  isDown = true
  clock.nowMs += 3 * PERIOD_MS
  await assert.rejects(schedule(deps), /503/)
  isDown = false
  await schedule(deps)
  const from = (await reports(deps)).map(({ id }) => id)
  assert.equal(from.length, new Set(from).size)
  assert.equal(from.length, 4)
})

// #case integration: alone, two-runs
test('given an active run, when another one starts, then the second ends without work; when the lease has ended, a run takes over', async () => {
  const { deps, clock, fetched } = world({ fetch: listing })
  await deps.records.insert('jobs', '$kebab-report', { leaseUntil: START + 600_000 })
  await schedule(deps)
  assert.equal(fetched.length, 0)
  clock.nowMs += 600_000
  await schedule(deps)
  assert.equal((await reports(deps)).length, 1)
})

// #case unit: periods, catch-up-flood
test('given a job that missed 40 periods, when the due periods are computed, then their number is limited, oldest first', async () => {
  const due = periodsDue(START - 40 * PERIOD_MS, START)
  assert.equal(due.length, MAX_PERIODS)
  assert.equal(due[0]?.from, START - 40 * PERIOD_MS)
  assert.deepEqual(periodsDue(START, START), [])
  assert.deepEqual(periodsDue(START + PERIOD_MS, START), [])
})

// #case unit: understood, source-malformed
test('given a malformed list, when it is read, then nothing is reported', async () => {
  for (const value of [null, {}, [null], [{ id: 1, amount: 1 }], [{ id: 'a', amount: 0.5 }], [{ id: 'a' }]])
    assert.throws(() => readListed$Entities(value), TypeError)
  assert.deepEqual(report$Entities([]), { count: 0, total: 0, largest: undefined })
})

// #case integration: understood, token-leak
test('given a source that fails or redirects, when the job runs, then nothing is reported, and the token is only sent to the source', async () => {
  for (const answer of [
    () => new Response('no', { status: 500 }),
    () => Response.redirect('https://evil.test/', 307),
  ]) {
    const { deps, logged, fetched } = world({ fetch: answer })
    await assert.rejects(schedule(deps), /returned status (500|307)/)
    assert.ok(!JSON.stringify(logged).includes('test-SOURCE_TOKEN'))
    assert.equal(fetched.length, 3)
    assert.ok(
      fetched.every(({ url, init }) => url.startsWith('https://source.example.com/') && init?.redirect === 'manual'),
    )
    assert.deepEqual(await reports(deps), [])
  }
})
