import { rowTable } from '@signet/kernel'
import { rowKind } from '@signet/kernel/row-kind'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { atEveryCall, crashPoint } from '../../../support/crash-point.ts'
import { scaled } from '../../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import {
  CONFLICT,
  expectWholeChain,
  IMAGE,
  issuerIn,
  noCrash,
  ofJob,
  receiptOf,
  ticking,
  under,
} from './issuing-world.ts'

const callerRow = rowKind({
  name: 'Row of a caller',
  owner: 'platform',
  prefix: 'CALLER#',
  keys: { pk: '<id>', sk: 'ROW' },
  keep: 'permanent',
  schema: z.object({ receipt: z.string() }),
})

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const callerRows = () => rowTable(callerRow, { db: world.db, table: TABLE, now: ticking })

it('a crash at any call leaves all rows or none, and the retry issues one receipt', async () => {
  const crashes = await atEveryCall(crashPoint, async (crash, name) => {
    const org = name.replaceAll(' ', '-')
    const steps = (receipt: string) => [callerRows().steps.putNew({ id: org }, { receipt })]
    const issue = { ...ofJob(org, 'j1'), steps }
    const crashingIssue = issuerIn({ db: under(world, crash) })(IMAGE, issue)
    const outcome = await crashingIssue.catch((error: unknown) => error)
    const row = await receiptOf(world, org, 'image:j1')
    const callerRowAfterCrash = await callerRows().get({ id: org })
    expect([name, row === undefined]).toEqual([name, callerRowAfterCrash === undefined])
    if (row === undefined) expect(await world.partition(`RECEIPTCHAIN#${org}`), name).toEqual([])
    if (!crash.hasCrashed) expect(outcome).toMatchObject({ isNew: true })
    const { hash } = await issuerIn(world)(IMAGE, issue)
    expect(await callerRows().get({ id: org }), name).toEqual({ receipt: hash })
    expect(await expectWholeChain(world, org), name).toHaveLength(1)
  })
  expect(crashes).toBeGreaterThan(3)
})

it('issuing takes four calls: reads of the idempotency key, the chain end and the signing key, and one write', async () => {
  await issuerIn(world)(IMAGE, ofJob('calls', 'j1'))
  const callCounter = noCrash()
  await issuerIn({ db: under(world, callCounter) })(IMAGE, ofJob('calls', 'j2'))
  expect(callCounter.calls).toBe(4)
})

it('200 jobs of ten organizations, each delivered twice in random order, get one receipt each', async () => {
  const deliveries = Array.from(
    { length: 200 },
    (_, index) => [`org${index % 10}`, `j${Math.floor(index / 10)}`] as const,
  )
  const twice = [...deliveries, ...deliveries].toSorted(() => Math.random() - 0.5)
  // A refused worker gets its message redelivered.
  const deliver = async (org: string, job: string): Promise<void> => {
    for (;;) {
      const outcome = await issuerIn(world)(IMAGE, ofJob(org, job)).catch((error: unknown) => error)
      if (!(outcome instanceof Error)) return
      expect(outcome).toMatchObject(CONFLICT)
    }
  }
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let nextJob = twice.pop(); nextJob; nextJob = twice.pop()) await deliver(...nextJob)
    }),
  )
  for (let org = 0; org < 10; org++) expect(await expectWholeChain(world, `org${org}`)).toHaveLength(20)
})

it('duplicated events, delivered in one message group per organization, yield one receipt each and unforked chains', async () => {
  const loads = [
    { org: 'one', jobs: scaled(100, 2_000) },
    ...Array.from({ length: scaled(10, 100) }, (_, index) => ({ org: `many${index}`, jobs: scaled(10, 100) })),
  ]
  const issue = issuerIn(world)
  // A queue delivers the messages of a group in order, and groups concurrently.
  const deliver = async ({ org, jobs }: { readonly org: string; readonly jobs: number }): Promise<void> => {
    for (let job = 0; job < jobs; job++) {
      const event = ofJob(org, `j${job}`)
      const first = await issue(IMAGE, event)
      expect(first.isNew).toBe(true)
      if (job % 5 === 0) expect(await issue(IMAGE, event)).toMatchObject({ isNew: false, hash: first.hash })
    }
  }
  await Promise.all(loads.map(deliver))
  const rows = await world.rows('RECEIPT#')
  for (const { org, jobs } of loads) expect(await expectWholeChain(world, org, rows), org).toHaveLength(jobs)
}, 300_000)
