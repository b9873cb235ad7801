import { randomUUID } from 'node:crypto'
import { rowTable, transact } from '@signet/kernel'
import { opens } from '@signet/receipts'
import { receiptIssuer } from '@signet/receipts/issuing'
import { openingRow } from '@signet/receipts/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditEntry, NO_HASH, withHash } from '../../../lambdas/flags/audit/audit-entry.ts'
import { auditSteps, auditTable } from '../../../lambdas/flags/audit/audit-table.ts'
import { canaryContract, flagContract, segmentContract } from '../../../lambdas/flags/contract/events.ts'
import { SET_EVENTS } from '../../../lambdas/flags/contract/set-events.ts'
import { receiptAudit } from '../../../lambdas/flags/receipt/receipt-audit.ts'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { deliverUntilProcessed } from '../../support/delivered.ts'
import { RECEIPT_UNITS } from '../../support/receipt-units.ts'
import { scaled } from '../../support/scale.ts'
import { tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import {
  expectWholeChain,
  issuerDeps,
  noCrash,
  predicateOf,
  receiptOf,
  signersUnder,
  under,
} from '../receipts/issuing/issuing-world.ts'

const TYPE = 'org.signet.flag.updated.v1'
let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const receiptWorker = (crash: CrashPoint = noCrash()) => {
  const db = under(world, crash)
  const issue = receiptIssuer(issuerDeps({ db }, { signers: signersUnder(crash) }))
  return receiptAudit({ audit: auditTable({ db, table: TABLE }), issue, isEnabled: true })[TYPE]
}

const event = (org: string, environment: string, version: number) => ({
  type: TYPE,
  subject: `${org}/${environment}/new-checkout`,
  tenantid: org,
  data: { org, environment, version },
})

/** Creates the log of a set with this many entries, each with the hash of the previous one. */
const createLog = async (org: string, environment: string, versions: number): Promise<readonly AuditEntry[]> => {
  const entries: AuditEntry[] = []
  for (let sequence = 1; sequence <= versions; sequence++) {
    const entry = withHash({
      sequence,
      key: 'new-checkout',
      action: 'updated',
      at: '2026-11-20T10:00:00.000Z',
      reason: null,
      actor: { type: 'user', id: 'ada' },
      requestId: null,
      before: null,
      after: null,
      previousHash: entries.at(-1)?.hash ?? NO_HASH,
    })
    const steps = auditSteps(TABLE, { org, environment }, entry)
    await transact({ db: world.db }, async () => ({ steps, result: undefined }))
    entries.push(entry)
  }
  return entries
}

describe('audit log receipts', () => {
  it('cover every event of a set', () => {
    const eventNames = [flagContract, segmentContract, canaryContract].flatMap(({ events }) => Object.keys(events))
    expect(eventNames.map((name) => `org.signet.${name}.v1`).toSorted()).toEqual(SET_EVENTS.toSorted())
  })

  it('contain the hash of the log entry of their version as a private claim', async () => {
    const org = randomUUID()
    const [first, second] = await createLog(org, 'production', 2)
    await receiptWorker()(event(org, 'production', 2))
    const receipt = await receiptOf(world, org, 'flags.audit:production:2')
    expect(receipt).toMatchObject({ kind: 'flags.audit', subject: second?.hash, ref: 'production/2' })
    const { claims } = predicateOf(String(receipt?.payload))
    expect(claims.visibility).toBe('private')
    const [{ hash }] = (await world.partition(`RECEIPTS#${org}/all`)) as unknown as [{ hash: string }]
    const opening = await rowTable(openingRow, { db: world.db, table: TABLE, now: () => new Date() }).get({ hash })
    const openedClaims = JSON.parse(String(opening?.claims)) as object
    expect(openedClaims).toEqual({
      environment: 'production',
      version: 2,
      head: second?.hash,
      previousHead: first?.hash,
      at: '2026-11-20T10:00:00.000Z',
    })
    expect(opens(claims, { salt: String(opening?.salt), claims: openedClaims })).toBe(true)
  })

  it('use as many table units as the costs page states', async () => {
    const org = randomUUID()
    await createLog(org, 'production', 2)
    await receiptWorker()(event(org, 'production', 1))
    const meter = tableMeter(world.db)
    meter.begin()
    await receiptWorker()(event(org, 'production', 2))
    expect(meter.costs()).toMatchObject(RECEIPT_UNITS['flags.audit'])
  })

  it('exist once per version, whatever the order and number of events, in a chain without gaps', async () => {
    const org = randomUUID()
    await createLog(org, 'production', 6)
    await createLog(org, 'staging', 3)
    const events = [
      ...Array.from({ length: 6 }, (_, i) => event(org, 'production', 6 - i)),
      ...Array.from({ length: 3 }, (_, i) => event(org, 'staging', i + 1)),
    ]
    await Promise.all(
      [events, events.toReversed()].map(async (deliveries) => {
        for (const each of deliveries) await deliverUntilProcessed(receiptWorker(), each)
      }),
    )
    expect(await expectWholeChain(world, org)).toHaveLength(9)
  })

  it('exist once after a worker was killed at any call and got the event again', async () => {
    const org = randomUUID()
    // More entries than runs: each run has its own version.
    await createLog(org, 'production', 60)
    let version = 0
    const runs = await atEveryCall(crashPoint, async (crash, name) => {
      version++
      await deliverUntilProcessed(receiptWorker(crash), event(org, 'production', version))
      expect(await receiptOf(world, org, `flags.audit:production:${version}`), name).toBeDefined()
    })
    expect(runs).toBeGreaterThanOrEqual(scaled(5, 15))
    expect(await expectWholeChain(world, org)).toHaveLength(version)
  })

  it('do not exist for an erased log, nor in a stage without receipts', async () => {
    const org = randomUUID()
    await receiptWorker()(event(org, 'production', 1))
    await createLog(org, 'production', 1)
    const issue = receiptIssuer(issuerDeps(world))
    const audit = auditTable({ db: world.db, table: TABLE })
    await receiptAudit({ audit, issue, isEnabled: false })[TYPE](event(org, 'production', 1))
    expect(await world.partition(`RECEIPTS#${org}/all`)).toEqual([])
  })
})
