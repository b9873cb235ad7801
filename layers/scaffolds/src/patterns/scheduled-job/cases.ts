import { type Code, code, joined } from '../../code.ts'
import { testCase } from '../../describe.ts'
import { type Case, type Context, onAws, onCloudflare } from '../../design.ts'
import { SWEEP_CRON } from '../../parts/cloudflare/wrangler.ts'
import { scheduleOf } from './source.ts'

type RunsAt = NonNullable<ReturnType<typeof scheduleOf>['at']>

/** The time of the day in literals, as each platform has it. */
const platformLines = ({ hour, minute, days }: RunsAt, context: Context): (Code | undefined)[] => [
  code`  assert.deepEqual([new Date(end).getUTCHours(), new Date(end).getUTCMinutes()], [${hour}, ${minute}])`,
  onAws(context)
    ? code`  assert.match(read('infrastructure/stack.ts'), /Schedule\\.cron\\([{] minute: '${minute}', hour: '${hour}'${days === undefined ? code`` : code`, weekDay: '${days as Code}'`} [}]\\)/)`
    : undefined,
  onCloudflare(context)
    ? code`  assert.deepEqual((JSON.parse(read('wrangler.jsonc')) as { triggers: unknown }).triggers, { crons: ['${minute} ${hour} * * ${(days ?? '*') as Code}', '${SWEEP_CRON}'] })`
    : undefined,
]

/** The schedule that was asked for, in literals: what runs, and which period is due behind it. */
export const scheduleCase = (context: Context): Case => {
  const { periodMs, offsetMs, words, at } = scheduleOf(context)
  return testCase(
    'unit',
    ['periods'],
    [
      code`a job that runs ${words as Code}`,
      code`the clock strikes`,
      code`the period that has just ended is due, and no other`,
    ],
    joined([
      code`  const end = Math.floor((START - ${offsetMs}) / ${periodMs}) * ${periodMs} + ${offsetMs}`,
      code`  assert.deepEqual(periodsDue(undefined, end), [{ from: end - ${periodMs}, until: end }])`,
      code`  assert.deepEqual(periodsDue(end, end + ${periodMs} - 1), [])`,
      ...(at === undefined ? [] : platformLines(at, context)),
    ]),
  )
}

export const cases: readonly Case[] = [
  testCase(
    'integration',
    ['alone', 'records-lost-update'],
    [
      code`two runs that begin at once`,
      code`the other takes the job first, or takes it over`,
      code`ours leaves without a report, or fails loudly`,
    ],
    code`
  for (const held of [false, true]) {
    const { deps, fetched } = world({ fetch: listing })
    if (held) await deps.records.insert('jobs', '$kebab-report', { heldUntil: 0 })
    const job = { heldUntil: START + 1 }
    const rival = () => (held ? deps.records.replace('jobs', '$kebab-report', job, 1) : deps.records.insert('jobs', '$kebab-report', job))
    await schedule({ ...deps, records: contested(deps.records, 'jobs', rival) })
    assert.deepEqual([fetched.length, await reports(deps)], [0, []])
  }
  const { deps } = world({ fetch: listing })
  const taken = async () => deps.records.replace('jobs', '$kebab-report', { heldUntil: START + 1 }, 1)
  await assert.rejects(schedule({ ...deps, records: contested(deps.records, '$kebab-reports', taken) }), /lease was lost/)
  assert.equal((await deps.records.get('jobs', '$kebab-report'))?.version, 2)
`,
  ),
  testCase(
    'integration',
    ['periods'],
    [code`a source`, code`the clock starts the job`, code`the last period is reported once`],
    code`
  const { deps, clock } = world({ fetch: listing })
  await schedule(deps)
  await schedule(deps)
  assert.deepEqual((await reports(deps)).map(({ value }) => value), [{ count: 2, total: 7, largest: 'b' }])
  clock.at += PERIOD_MS
  await schedule(deps)
  assert.equal((await reports(deps)).length, 2)
`,
  ),
  testCase(
    'integration',
    ['periods', 'source-down'],
    [
      code`a source that was down for hours`,
      code`the job runs again`,
      code`every period is caught up with, none is doubled`,
    ],
    code`
  let isDown = false
  const { deps, clock } = world({ fetch: () => (isDown ? new Response('no', { status: 503 }) : listing()) })
  await schedule(deps)
  isDown = true
  clock.at += 3 * PERIOD_MS
  await assert.rejects(schedule(deps), /503/)
  isDown = false
  await schedule(deps)
  const from = (await reports(deps)).map(({ id }) => id)
  assert.equal(from.length, new Set(from).size)
  assert.equal(from.length, 4)
`,
  ),
  testCase(
    'integration',
    ['alone', 'two-runs'],
    [code`a run that holds the job`, code`another one starts`, code`it leaves; after the lease it takes over`],
    code`
  const { deps, clock, fetched } = world({ fetch: listing })
  await deps.records.insert('jobs', '$kebab-report', { heldUntil: START + 600_000 })
  await schedule(deps)
  assert.equal(fetched.length, 0)
  clock.at += 600_000
  await schedule(deps)
  assert.equal((await reports(deps)).length, 1)
`,
  ),
  testCase(
    'unit',
    ['periods', 'catch-up-flood'],
    [
      code`a job that stood still for 40 periods`,
      code`it asks what is due`,
      code`a bounded number of periods, the oldest first`,
    ],
    code`
  const due = periodsDue(START - 40 * PERIOD_MS, START)
  assert.equal(due.length, MAX_PERIODS)
  assert.equal(due[0]?.from, START - 40 * PERIOD_MS)
  assert.deepEqual(periodsDue(START, START), [])
  assert.deepEqual(periodsDue(START + PERIOD_MS, START), [])
`,
  ),
  testCase(
    'unit',
    ['understood', 'source-malformed'],
    [code`a list of another form`, code`it is read`, code`nothing is reported of it`],
    code`
  for (const value of [null, {}, [null], [{ id: 1, amount: 1 }], [{ id: 'a', amount: 0.5 }], [{ id: 'a' }]])
    assert.throws(() => readListed$Entities(value), TypeError)
  assert.deepEqual(report$Entities([]), { count: 0, total: 0, largest: undefined })
`,
  ),
  testCase(
    'integration',
    ['understood', 'token-leak'],
    [
      code`a source that fails or redirects`,
      code`the job runs`,
      code`nothing is reported, and the token goes to the source alone`,
    ],
    code`
  for (const answer of [() => new Response('no', { status: 500 }), () => Response.redirect('https://evil.test/', 307)]) {
    const { deps, logged, fetched } = world({ fetch: answer })
    await assert.rejects(schedule(deps), /answered (500|307)/)
    assert.ok(!JSON.stringify(logged).includes('test-SOURCE_TOKEN'))
    assert.equal(fetched.length, 3)
    assert.ok(fetched.every(({ url, init }) => url.startsWith('https://source.example.com/') && init?.redirect === 'manual'))
    assert.deepEqual(await reports(deps), [])
  }
`,
  ),
]
