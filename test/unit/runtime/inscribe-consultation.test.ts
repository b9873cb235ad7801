import { rowTable } from '@signet/kernel'
import { type ConsultFile, replayConsult } from '@signet/readings/consult'
import { receiptIssuer } from '@signet/receipts/issuing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleMemoryRow } from '../../../lambdas/runtime/contract/agent-rows.ts'
import { inscribedRow } from '../../../lambdas/runtime/contract/reading-rows.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { expectWholeChain, issuerDeps, ticking, under } from '../receipts/issuing/issuing-world.ts'
import { consultationOf, consultationsIn } from './agents-world.ts'
import { NO_CRASH, objectMap } from './runtime-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now: ticking })
const storedRowsOf = (org: string) => rowTable(inscribedRow, deps()).all({ org })
const memoryOf = (org: string) => rowTable(roleMemoryRow, deps()).get({ org, namespaceId: 'shared/q', role: 'cto' })

describe('inscribed consultation', () => {
  it('a crash at any call leaves receipt, lists and memory complete or absent, and a retry stores one result', async () => {
    const crashes = await atEveryCall(crashPoint, async (crash, name) => {
      const org = `consults-${name.replaceAll(' ', '-')}`
      const { bucketOf, objects } = objectMap()
      const toInscribe = consultationOf(org, { key: 'once' })
      await consultationsIn(under(world, crash), bucketOf(crash))(toInscribe).catch(() => undefined)
      const storedRows = await storedRowsOf(org)
      const memory = await memoryOf(org)
      expect([name, memory?.tick]).toEqual([name, storedRows.length === 1 ? 1 : undefined])

      const inscribed = await consultationsIn(world.db, bucketOf(NO_CRASH))(toInscribe)
      const { hash } = inscribed as { hash: string }
      const after = await storedRowsOf(org)
      expect([name, after.map((row) => [row.hash, row.role])]).toEqual([name, [[hash, 'cto']]])
      expect(await memoryOf(org), name).toMatchObject({ tick: 1, runs: [{ hash }] })
      expect(await expectWholeChain(world, org), name).toHaveLength(1)
      const bytes = objects.get(String(after[0]?.object))
      const file = JSON.parse(Buffer.from(bytes ?? []).toString()) as ConsultFile
      expect(await replayConsult(file), name).toMatchObject({ ok: true, isSame: true })
    })
    expect(crashes).toBeGreaterThan(4)
  })

  it('a consultation is repeated with the new memory if a concurrent run of its role commits first', async () => {
    const { bucketOf } = objectMap()
    const issue = receiptIssuer(issuerDeps(world))
    let isFirst = true
    const overtaken = consultationsIn(world.db, bucketOf(NO_CRASH), async (kind, input) => {
      if (isFirst) {
        isFirst = false
        await consultationsIn(world.db, bucketOf(NO_CRASH))(consultationOf('overtaken-role', { key: 'other' }))
      }
      return issue(kind, input)
    })
    const outcome = await overtaken(consultationOf('overtaken-role', { key: 'mine' }))
    expect(outcome).toMatchObject({ isNew: true, file: { result: { metadata: { memory: { tick: 1 } } } } })
    expect((await memoryOf('overtaken-role'))?.tick).toBe(2)
  })

  it('a different request with the same key returns idempotency_mismatch', async () => {
    const { bucketOf } = objectMap()
    const inscribe = consultationsIn(world.db, bucketOf(NO_CRASH))
    const toInscribe = consultationOf('mismatched-role', { key: 'k' })
    await inscribe(toInscribe)
    const otherRequest = { ...toInscribe, body: { ...toInscribe.body, intention: 'Another thing' } }
    expect(await inscribe(otherRequest)).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('claims include the role, the facts and the replay inputs', async () => {
    const { bucketOf } = objectMap()
    const claims: unknown[] = []
    const issue = receiptIssuer(issuerDeps(world))
    const inscribe = consultationsIn(world.db, bucketOf(NO_CRASH), (kind, issueInput) => {
      claims.push(issueInput.claims)
      return issue(kind, issueInput)
    })
    await inscribe(consultationOf('claiming-role'))
    expect(claims).toMatchObject([
      { role: 'cto', intention: 'A webhook receiver that stores payments', seed: 42, facts: { exposure: 'public' } },
    ])
    expect(JSON.parse((claims[0] as { inputs: string }).inputs)).toMatchObject({ role: 'cto', seed: 42 })
  })
})
