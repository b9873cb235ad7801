import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newUuid, rowTable } from '@signet/kernel'
import { receiptIssuer } from '@signet/receipts/issuing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { classifyRoute } from '../../../lambdas/runtime/classification/classify-route.ts'
import { memoryRow } from '../../../lambdas/runtime/contract/memory-row.ts'
import { grimoireRow } from '../../../lambdas/runtime/contract/reading-rows.ts'
import { classifiedRow } from '../../../lambdas/runtime/contract/telemetry-rows.ts'
import { deckRegistry } from '../../../lambdas/runtime/decks/deck-registry-table.ts'
import { findDeck } from '../../../lambdas/runtime/decks/find-deck.ts'
import { shelfOfScript } from '../../../lambdas/runtime/decks/shelf-of-script.ts'
import { runGrader } from '../../../lambdas/runtime/grader/run-grader.ts'
import { recallRoute } from '../../../lambdas/runtime/grimoire/recall-route.ts'
import { inscriber } from '../../../lambdas/runtime/readings/inscribe.ts'
import { inscribedObjects } from '../../../lambdas/runtime/readings/reading-objects.ts'
import { runRoute } from '../../../lambdas/runtime/readings/reading-routes.ts'
import { hourCounts } from '../../../lambdas/runtime/telemetry/hour-counts-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { ROOT } from '../../support/source-files.ts'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { issuerDeps, ticking } from '../receipts/issuing/issuing-world.ts'
import { NO_CRASH, objectMap } from './runtime-world.ts'

/*
 * Table units of the runtime per operation: the figures of docs/runtime/costs.md. Credential and rate limit are read
 * and counted before the route.
 */

let table: TableWorld
let meter: TableMeter
beforeAll(async () => {
  table = await openTable()
  meter = tableMeter(table.db)
})
afterAll(() => table.close())

const depsOf = () => {
  const tables = { db: table.db, table: TABLE, now: ticking, log: createLog({ write: () => {} }) }
  const registry = deckRegistry(tables)
  const issue = receiptIssuer(issuerDeps({ db: table.db }))
  const { bucketOf } = objectMap()
  return {
    ...tables,
    newId: newUuid,
    issuer: 'https://signet.example',
    registry,
    findDeck: findDeck(registry),
    shelfOf: shelfOfScript(registry),
    inscriber: inscriber({ ...tables, issue, objects: inscribedObjects(bucketOf(NO_CRASH)) }),
    memories: rowTable(memoryRow, tables),
    grimoire: rowTable(grimoireRow, tables),
    classified: rowTable(classifiedRow, tables),
    counts: hourCounts(tables),
  }
}

const caller = { kind: 'key' as const, tenantId: 'units', orgId: 'units', scopes: [], rateKey: 'k' }
const headers = { 'x-querent-ids': 'shop' }

const send = async (route: { run: unknown }, request: object): Promise<{ status: number }> => {
  const answer = await (route.run as (request: object) => Promise<{ status: number }>)({ caller, headers, ...request })
  expect(answer).toMatchObject({ status: 200 })
  return answer
}

const reading = (fields: object = {}) => ({
  query: { dry_run: false },
  body: {
    spreadType: 'threat_model',
    querent: { intention: 'Receive webhooks and mark orders as paid' },
    inscribe: false,
    publish_claims: false,
    responseMode: 'structured',
    lenient: false,
    seed: 1,
    ...fields,
  },
})

const measureUnits = async () => {
  const deps = depsOf()
  const run = runRoute(deps)
  const rows: [string, string][] = []
  const measure = async (name: string, work: () => Promise<unknown>) => {
    meter.begin()
    await work()
    const { reads, writes, indexWrites } = meter.costs()
    rows.push([name, `${reads} | ${writes} | ${indexWrites}`])
  }
  const keyed = { headers: { ...headers, 'idempotency-key': 'once' } }
  // The first receipt of an organization starts its chain.
  await send(run, reading({ inscribe: true }))
  await measure('A reading, or one more answer in an interview', () => send(run, reading()))
  await measure('An inscribed reading', () => send(run, { ...reading({ inscribe: true, seed: 2 }), ...keyed }))
  await measure('A repeated request with the same Idempotency-Key', () =>
    send(run, { ...reading({ inscribe: true, seed: 2 }), ...keyed }),
  )
  await measure('A classification', () => send(classifyRoute(deps), { body: { intention: 'Receive webhooks' } }))
  await measure('A grade', async () => {
    const artifact = { id: 'a', kind: 'adr', content: '# Use a queue\n\n## Decision\n\nWe use a queue.\n' }
    const graded = await runGrader(deps)(
      { caller, header: 'shop' },
      {
        graderName: 'ci',
        graderVersion: '1.0.0',
        case: { id: 'c', description: 'd', intent: 'Decide', artifact, rubricDeck: { name: 'rubric-core' } },
      },
    )
    expect(graded).toHaveProperty('hash')
  })
  await measure('A recall over inscribed readings', () =>
    send(recallRoute(deps), { body: { querent: 'shop', text: 'webhooks', limit: 20, explain: false } }),
  )
  return rows.map(([name, units]) => `| ${name} | ${units} |`).join('\n')
}

it('operations use the units in docs/runtime/costs.md', async () => {
  const page = readFileSync(join(ROOT, 'docs/runtime/costs.md'), 'utf8')
  const [, tableRows] = /<!-- units -->\n(?:\|[^\n]*\n){2}([\s\S]*?)\n<!-- end -->/.exec(page) ?? []
  expect(await measureUnits()).toBe(tableRows)
})
