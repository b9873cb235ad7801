import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { uploadRow } from '@signet/search/conversations/rows'
import { newUuid, rowTable, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingestTable } from '../../../lambdas/archive/ingest/ingest-table.ts'
import { eraseArchive } from '../../../lambdas/archive/leave/erase-archive.ts'
import { customerRow } from '../../../lambdas/billing/contract/billing-rows.ts'
import { eraseCustomer } from '../../../lambdas/billing/leave/erase-customer.ts'
import { eraseFlags } from '../../../lambdas/flags/leave/erase-flags.ts'
import { eraseTenants } from '../../../lambdas/images/leave/erase-tenants.ts'
import { eraseNotebooks } from '../../../lambdas/notebooks/leave/erase-notebooks.ts'
import { eraseMonitors } from '../../../lambdas/sentiment/leave/erase-monitors.ts'
import { erasePerson } from '../../../lambdas/support/leave/erase-person.ts'
import { newsSubscriber } from '../../../lambdas/support/subscribe/news-links.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const NOW = new Date('2026-11-25T09:00:00Z')
const PEPPER = 'pepper'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

type Item = Readonly<Record<string, unknown>>

/** Whose things go. */
interface Leaver {
  readonly org: string
  readonly user: string
  readonly email: string
}

/** Calls of a life, whose one with the number `dies` kills it. */
interface Life {
  readonly deps: TableDeps
  /** Counts a call of something other than the table. */
  readonly call: () => void
}

interface Service {
  /** Rows of the leaver; the same of somebody else have to stay. */
  readonly rows: (leaver: Leaver) => readonly Item[]
  readonly erase: (life: Life) => Erase
}

const audit = (org: string, environment: string) => `FLAGAUDIT#${org}/${environment}`

const SERVICES: Readonly<Record<string, Service>> = {
  flags: {
    rows: ({ org }) =>
      ['production', 'trial'].flatMap((environment) => [
        { pk: `FLAGSETS#${org}`, sk: `ENV#${environment}`, environment },
        { pk: `FLAGSET#${org}/${environment}`, sk: 'VERSION' },
        { pk: `FLAGSET#${org}/${environment}`, sk: 'CANARY#dark' },
        { pk: audit(org, environment), sk: 'E#1' },
        { pk: audit(org, environment), sk: 'K#dark#1' },
        { pk: `FLAGUSE#${org}/${environment}#dark`, sk: 'HOUR#2026-11-25T08' },
      ]),
    erase: ({ deps }) => eraseFlags(deps),
  },
  sentiment: {
    rows: ({ org }) => [
      { pk: `MONITOR#${org}`, sk: 'TENANT#shop', org_id: org, tenant: 'shop', version: 3, secret_ref: 'x' },
      { pk: 'WATCH#monitors', sk: `MONITOR#${org}#shop` },
      { pk: `LISTEN#${org}#shop`, sk: 'PLATFORM#reviews' },
      { pk: `BATCH#${org}#shop`, sk: 'BATCH#1' },
      { pk: `BATCH#${org}#shop`, sk: 'DEAD#2' },
      { pk: `ENDPOINT#${org}#shop`, sk: 'CIRCUIT' },
      { pk: `CYCLE#${org}#shop`, sk: 'AT#1#reviews' },
    ],
    erase: ({ deps, call }) => eraseMonitors({ ...deps, credentials: { drop: async () => call() } }),
  },
  notebooks: {
    rows: ({ org }) => [
      { pk: `NOTEBOOK#${org}`, sk: 'N#a', notebook: 'a' },
      { pk: `NOTEBOOK#${org}`, sk: 'D#b', notebook: 'b' },
      { pk: `ARTIFACT#${org}/a`, sk: 'A#1' },
      { pk: `ARTIFACT#${org}/b`, sk: 'A#2' },
    ],
    erase: ({ deps }) => eraseNotebooks(deps),
  },
  intake: {
    rows: ({ user, email }) => [
      { pk: `TICKET#${user}`, sk: 'OPENED#1' },
      { pk: 'CONTACT#2026-11-24', sk: `MESSAGE#${user}`, email },
      { pk: `SUBSCRIBER#${newsSubscriber(PEPPER, email)}`, sk: 'SUBSCRIBED' },
    ],
    erase: ({ deps }) => erasePerson({ ...deps, pepper: async () => PEPPER }),
  },
  images: {
    rows: ({ org, user }) => [
      { pk: `USER#${user}`, sk: `TENANT#${user}-shop`, tenant_id: `${user}-shop`, key_digest: `${user}-digest` },
      { pk: `USER#${user}`, sk: 'COUNT' },
      { pk: `KEY#${user}-digest`, sk: 'KEY' },
      { pk: `TENANT#${org}`, sk: 'WEBHOOK' },
      { pk: `TENANT#${user}-shop`, sk: 'WEBHOOK' },
    ],
    erase: ({ deps }) => eraseTenants({ ...deps, deleteJob: async () => 'removed' }),
  },
  archive: {
    rows: ({ org }) => [
      { pk: `UPLOAD#${org}`, sk: 'U#open', workspace: org, upload: 'open', state: 'uploading', parts_id: 'p' },
      { pk: `SEGMENT#${org}`, sk: 'LIVE#1' },
      { pk: `SURVEY#${org}`, sk: 'SURVEY' },
      { pk: `METER#${org}`, sk: 'DAY#1' },
    ],
    erase: ({ deps, call }) =>
      eraseArchive({
        ...deps,
        uploads: rowTable(uploadRow, deps),
        parts: { abort: async () => call() } as never,
        imports: ingestTable(deps),
        queue: { send: async () => call() } as never,
        segments: { keysOf: () => ({ resident: 'r', texts: 't' }), remove: async () => call() },
      }),
  },
  billing: {
    rows: ({ org }) => [{ pk: `INVITE#${org}`, sk: 'PRODUCT#pro' }],
    erase: ({ deps, call }) =>
      eraseCustomer({
        ...deps,
        customers: rowTable(customerRow, deps),
        load: async () => ({ mode: 'test', deleteCustomer: async () => call() }) as never,
      }),
  },
}

const leaver = (): Leaver => ({ org: newUuid(), user: newUuid(), email: `${newUuid()}@people.example` })

const put = async (rows: readonly Item[]): Promise<void> => {
  for (const row of rows) await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...row } }))
}

/** A life that is killed at its call number `dies`. */
const lifeUntil = (dies: number): Life & { readonly isOver: () => boolean } => {
  let calls = 0
  const call = (): void => {
    if (calls++ === dies) throw new Error('killed')
  }
  const send = async (command: never) => {
    call()
    return world.db.send(command)
  }
  // A query's next page is asked of the client, too: paginateQuery wants the class.
  const db = Object.assign(Object.create(world.db), { send }) as DynamoDBDocumentClient
  return { deps: { db, table: TABLE, now: () => NOW }, call, isOver: () => calls > dies }
}

const finish = async (erase: Erase, whose: Leaver): Promise<void> => {
  const departure = { departure_id: 'd', org_id: whose.org, user_id: whose.user, email: whose.email }
  for (let round = 0; round < 5; round++) if ((await erase(departure)) === 'done') return
  throw new Error('It is not done after five rounds')
}

const leftOf = async (rows: readonly Item[]): Promise<readonly string[]> => {
  const there = new Set((await world.rows()).map(({ pk, sk }) => `${pk} ${sk}`))
  return rows.map(({ pk, sk }) => `${pk} ${sk}`).filter((key) => there.has(key))
}

describe('what a service erases of somebody who leaves', () => {
  it.each(Object.entries(SERVICES))(
    '%s: killed at any call and told again, nothing is left, and nobody else’s goes',
    async (_, service) => {
      const other = service.rows(leaver())
      await put(other)
      let kills = 0
      // Messages are looked for day by day, which is the same call again and again.
      for (let at = 0; ; at += at < 12 ? 1 : scaled(40, 5)) {
        const whose = leaver()
        const rows = service.rows(whose)
        await put(rows)
        const life = lifeUntil(at)
        await finish(service.erase(life), whose).catch(() => undefined)
        await finish(service.erase(lifeUntil(-1)), whose)
        expect([at, await leftOf(rows)]).toEqual([at, []])
        if (!life.isOver()) break
        kills += 1
      }
      expect(kills).toBeGreaterThanOrEqual(2)
      expect(await leftOf(other)).toHaveLength(other.length)
    },
  )
})
