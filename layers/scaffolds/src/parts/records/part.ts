import { type Code, code, joined } from '../../code.ts'
import {
  type Case,
  type Context,
  onAws,
  onCloudflare,
  type Part,
  type Requirement,
  type ThreatDraft,
} from '../../design.ts'
import { knowsTenants } from '../verification/caller-parts.ts'
import { memoryRecords, onceSource, recordsSource } from './source.ts'

const HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryRecords } from '../src/records/memory-records.ts'

const records = () => new MemoryRecords(() => 1_000)
`

const lost: Case = {
  ...{
    level: 'unit',
    given: code`two changes of one version`,
    when: code`both are written`,
    outcome: code`the second is refused`,
  },
  traces: ['records-conditional'],
  body: code`
  const table = records()
  assert.equal(await table.insert('a', '1', { n: 1 }), true)
  assert.equal(await table.insert('a', '1', { n: 2 }), false)
  assert.equal(await table.replace('a', '1', { n: 3 }, 1), true)
  assert.equal(await table.replace('a', '1', { n: 4 }, 1), false)
  assert.equal(await table.remove('a', '1', 1), false)
  assert.deepEqual(await table.get('a', '1'), { id: '1', version: 2, value: { n: 3 } })
`,
}

const apart = (isCalled: boolean): Case => ({
  ...{
    level: 'unit',
    given: code`records of two partitions`,
    when: code`one is read or listed`,
    outcome: code`nothing of the other is seen`,
  },
  traces: isCalled ? ['records-conditional', 'records-foreign'] : ['records-conditional'],
  body: code`
  const table = records()
  await table.insert('tenant-a', '1', 'of a')
  assert.equal(await table.get('tenant-b', '1'), undefined)
  assert.deepEqual(await table.list('tenant-b', { limit: 10 }), [])
  assert.equal(await table.remove('tenant-b', '1', 1), false)
`,
})

const paged: Case = {
  ...{
    level: 'unit',
    given: code`more records than a page holds`,
    when: code`they are listed`,
    outcome: code`a page is bounded, and the next begins behind it`,
  },
  traces: ['records-conditional', 'records-unbounded'],
  body: code`
  const table = records()
  for (const id of ['c', 'a', 'b']) await table.insert('p', id, id)
  await table.insert('p', 'd', 'expired', 999)
  const first = await table.list('p', { limit: 2 })
  assert.deepEqual(first.map(({ id }) => id), ['a', 'b'])
  assert.deepEqual((await table.list('p', { after: 'b', limit: 2 })).map(({ id }) => id), ['c'])
`,
}

const CONDITIONAL: Requirement = {
  key: 'records-conditional',
  text: code`A record changes only from the version that was read, within its partition`,
  priority: 'P1',
}

const foreign: ThreatDraft = {
  ...{ key: 'records-foreign', source: code`A caller`, prerequisites: code`The id of a record of somebody else` },
  ...{ action: code`reads, lists or removes it`, impact: code`Data of another tenant is disclosed` },
  ...{ likelihood: 4, impactScore: 5 },
  mitigation: code`The partition comes from the verified caller, never from the request; what is foreign is absent`,
  answers: ['stride-foreign-id'],
}

const lostUpdate: ThreatDraft = {
  key: 'records-lost-update',
  ...{ source: code`Two requests at once`, prerequisites: code`Both have read one version` },
  ...{ action: code`write over each other`, impact: code`A change is lost and nobody notices` },
  ...{ likelihood: 4, impactScore: 3 },
  mitigation: code`Every write names the version it changes, the table refuses any other, and what was refused is answered or done again`,
  answers: ['stride-two-writers', 'arch-two-writers'],
}

interface Table {
  /** Whether callers have records of their own. */
  readonly isCalled: boolean
  /** Whether the service writes; why it does not, where it does not. */
  readonly writes: true | Code
}

/** A table of records that change by condition alone. */
const tableOf = ({ isCalled, writes }: Table): Part => ({
  files: [
    { path: 'src/records/records.ts', content: recordsSource },
    { path: 'src/records/memory-records.ts', content: memoryRecords },
  ],
  requirements: [CONDITIONAL],
  boundaries: [
    {
      key: 'records',
      name: code`Function to table`,
      cells: {
        S: code`The platform authenticates the function; there is no password to steal`,
        T: writes === true ? [lostUpdate] : writes,
        R: code`What is written is traced by the function's log line and the record's version`,
        I: isCalled ? [foreign] : code`No caller names a partition: the service reads one, whoever calls`,
        D: [
          {
            ...{ key: 'records-unbounded', source: isCalled ? code`A caller` : code`Our own code` },
            ...{
              prerequisites: code`Many records`,
              action: code`lists everything at once`,
              impact: code`Reads without bound slow others and cost money`,
            },
            ...{ likelihood: 3, impactScore: 3 },
            mitigation: code`Pages are bounded and begin behind the last id`,
            answers: isCalled ? ['stride-unbounded-work'] : [],
          },
        ],
        E: [],
      },
    },
  ],
  suites: [{ path: 'test/records.test.ts', head: HEAD, cases: [lost, apart(isCalled), paged] }],
  assets: [code`Records`],
})

/** Records of callers: each reaches its own partition, where callers are told apart; else they share one. */
export const recordsPart = (context: Context): Part => tableOf({ isCalled: knowsTenants(context), writes: true })

/** What stands between a service that reads and its table. The store can write all the same: its tests fill it so. */
const unwritten = (context: Context): Code =>
  joined(
    [
      code`No route of this service writes`,
      onAws(context) ? code`On AWS its function has no right to write either` : undefined,
      onCloudflare(context)
        ? code`On Cloudflare its binding could write, and once an hour the Worker removes rows that have expired`
        : undefined,
    ],
    '. ',
  )

/** Records of callers that something else writes: this service reads them alone. */
export const readRecordsPart = (context: Context): Part => tableOf({ isCalled: true, writes: unwritten(context) })

/** Records of a service that nobody calls, or whose caller has no records: there is nobody to keep apart. */
export const ownRecordsPart: Part = tableOf({ isCalled: false, writes: true })

const ONCE_HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryRecords } from '../src/records/memory-records.ts'
import { Busy, LEASE_MS, once } from '../src/records/once.ts'

const world = () => {
  const clock = { at: 1_000 }
  const now = () => clock.at
  return { clock, now, records: new MemoryRecords(now) }
}
`

const repeated: Case = {
  ...{
    level: 'unit',
    given: code`work that is done`,
    when: code`it is asked for again`,
    outcome: code`it has one effect`,
  },
  traces: ['once'],
  body: code`
  const { records, now } = world()
  let effects = 0
  const work = async () => {
    effects += 1
  }
  assert.equal(await once(records, 'a', now, work), true)
  assert.equal(await once(records, 'a', now, work), false)
  assert.equal(effects, 1)
`,
}

/** @param timeoutSeconds how long the function may run. */
const crashed = (timeoutSeconds: number): Case => ({
  ...{
    level: 'unit',
    given: code`a worker that fails, or dies`,
    when: code`the work comes again`,
    outcome: code`it is done after all`,
  },
  traces: ['once'],
  body: code`
  const { records, now, clock } = world()
  await assert.rejects(once(records, 'a', now, () => Promise.reject(new Error('failed'))), /failed/)
  const died = once(records, 'a', now, () => new Promise(() => {}))
  await new Promise((resolve) => setImmediate(resolve))
  await assert.rejects(once(records, 'a', now, async () => {}), Busy)
  assert.ok(LEASE_MS > ${timeoutSeconds * 1_000})
  clock.at += LEASE_MS + 1
  assert.equal(await once(records, 'a', now, async () => {}), true)
  assert.ok(died instanceof Promise)
`,
})

const overrun: Case = {
  ...{
    level: 'unit',
    given: code`a worker that takes longer than its lease, and another that takes over`,
    when: code`both come to their ends`,
    outcome: code`one has done it, and the other is told so`,
  },
  traces: ['once', 'records-lost-update'],
  body: code`
  const { records, now, clock } = world()
  let release = () => {}
  const slow = once(records, 'a', now, () => new Promise((resolve) => (release = resolve)))
  await new Promise((resolve) => setImmediate(resolve))
  clock.at += LEASE_MS + 1
  assert.equal(await once(records, 'a', now, async () => {}), true)
  release()
  await assert.rejects(slow, Busy)
  assert.equal(await once(records, 'a', now, async () => {}), false)
`,
}

/** One effect an id, over records. @param timeoutSeconds how long the function may run: its lease is longer. */
export const oncePart = (timeoutSeconds: number): Part => ({
  files: [{ path: 'src/records/once.ts', content: onceSource(timeoutSeconds) }],
  requirements: [
    {
      key: 'once',
      text: code`A message that comes twice has one effect; one whose worker died is done again`,
      priority: 'P1',
    },
  ],
  suites: [{ path: 'test/once.test.ts', head: ONCE_HEAD, cases: [repeated, crashed(timeoutSeconds), overrun] }],
})
