import { Refusal, rowTable } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaffoldCounterRow, scaffoldRunRow } from '../../../lambdas/runtime/contract/scaffold-rows.ts'
import {
  makeScaffold,
  rescaffold,
  type ScaffoldRecord,
  storedScaffoldSha256,
} from '../../../lambdas/runtime/scaffolds/make-scaffold.ts'
import type { GeneratedScaffold } from '../../../lambdas/runtime/scaffolds/run-codegen.ts'
import { scaffoldRuns } from '../../../lambdas/runtime/scaffolds/scaffold-runs-table.ts'
import { hourCounts } from '../../../lambdas/runtime/telemetry/hour-counts-table.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { expectWholeChain, ticking, under } from '../receipts/issuing/issuing-world.ts'
import { NO_CRASH, objectMap } from './runtime-world.ts'
import { codegenIn, scaffoldOf } from './scaffold-run-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now: ticking })
const runsOf = (org: string) => rowTable(scaffoldRunRow, deps()).all({ org })
const lastOf = async (org: string) => (await rowTable(scaffoldCounterRow, deps()).get({ org }))?.last
const grimoireOf = (org: string) => world.partition(`GRIMOIRE#${org}/shared/q`)

const scaffoldFrom = (outcome: unknown): GeneratedScaffold => {
  if (outcome instanceof Refusal) throw outcome
  return outcome as GeneratedScaffold
}

describe('scaffold of a conversation', () => {
  it.each([false, true])(
    'a crash at any call leaves a complete scaffold or none, and a retry creates one (stored with receipt: %s)',
    async (inscribe) => {
      const crashes = await atEveryCall(crashPoint, async (crash, name) => {
        const org = `${inscribe}-${name.replaceAll(' ', '-')}`
        const objects = objectMap()
        const scaffoldRequest = scaffoldOf(org, { inscribe })
        await codegenIn(under(world, crash), objects, crash)(scaffoldRequest).catch(() => undefined)
        const runs = await runsOf(org)
        const grimoireRows = await grimoireOf(org)
        const isStored = runs.length === 1
        expect([name, await lastOf(org), grimoireRows.length]).toEqual(
          isStored ? [name, 1, inscribe ? 1 : 0] : [name, undefined, 0],
        )

        const firstRun = scaffoldFrom(await codegenIn(world.db, objects, NO_CRASH)(scaffoldRequest))
        const after = await runsOf(org)
        expect([name, firstRun.runId, after.map(({ run, hash }) => [run, hash]), await lastOf(org)]).toEqual([
          name,
          1,
          [[1, firstRun.hash]],
          1,
        ])
        expect(await expectWholeChain(world, org), name).toHaveLength(inscribe ? 1 : 0)
        expect([name, firstRun.isReplay]).toEqual([name, isStored])
        expect(rescaffold(firstRun.file), name).toBe(storedScaffoldSha256(firstRun.file))
      })
      expect(crashes).toBeGreaterThan(4)
    },
  )

  it('a scaffold gets the next run number if a concurrent one takes its number', async () => {
    for (const inscribe of [false, true]) {
      const org = `overtaken-${inscribe}`
      const objects = objectMap()
      const runs = scaffoldRuns(deps())
      const otherCodegen = codegenIn(world.db, objects, NO_CRASH)
      let isFirst = true
      const next: typeof runs.next = async (org) => {
        const nextNumber = await runs.next(org)
        if (isFirst) {
          isFirst = false
          await otherCodegen(scaffoldOf(org, { inscribe, conversationId: 'other' }))
        }
        return nextNumber
      }
      const outcome = await codegenIn(world.db, objects, NO_CRASH, { runs: { ...runs, next } })(
        scaffoldOf(org, { inscribe }),
      )
      expect(scaffoldFrom(outcome)).toMatchObject({ runId: 2, isReplay: false })
      expect(await lastOf(org)).toBe(2)
    }
  })

  it('repeated conflicts return receipt_conflict', async () => {
    const objects = objectMap()
    const runs = scaffoldRuns(deps())
    const otherCodegen = codegenIn(world.db, objects, NO_CRASH)
    let count = 0
    const next: typeof runs.next = async (org) => {
      const nextNumber = await runs.next(org)
      await otherCodegen(scaffoldOf(org, { inscribe: false, conversationId: `other ${count++}` }))
      return nextNumber
    }
    const alwaysOvertaken = codegenIn(world.db, objects, NO_CRASH, { runs: { ...runs, next } })
    expect(await alwaysOvertaken(scaffoldOf('busy', { inscribe: true }))).toMatchObject({ code: 'receipt_conflict' })
    expect(count).toBe(5)
  })

  it('a different request returns idempotency_mismatch, and another namespace gets its own scaffold', async () => {
    const codegen = codegenIn(world.db, objectMap(), NO_CRASH)
    await codegen(scaffoldOf('mismatch'))
    expect(await codegen(scaffoldOf('mismatch', { seed: 4 }))).toMatchObject({ code: 'idempotency_mismatch' })
    const scaffoldRequest = scaffoldOf('mismatch')
    const elsewhere = { ...scaffoldRequest, namespace: { ...scaffoldRequest.namespace, namespaceId: 'shared/other' } }
    expect(scaffoldFrom(await codegen(elsewhere))).toMatchObject({ runId: 2, isReplay: false })
  })

  it('a repeated request returns the scaffold without passing the plan check', async () => {
    const objects = objectMap()
    let calls = 0
    const paid = async <R>(_caller: unknown, work: () => Promise<R>) => {
      calls += 1
      return work()
    }
    const codegen = codegenIn(world.db, objects, NO_CRASH, { runPaid: paid })
    await codegen(scaffoldOf('paid'))
    expect(scaffoldFrom(await codegen(scaffoldOf('paid')))).toMatchObject({ isReplay: true })
    expect(calls).toBe(1)
  })
})

describe('scaffold', () => {
  it('an unfilled placeholder in a built-in pattern fails, is counted, and stores nothing', async () => {
    const make = async () => {
      throw new Error('a hole')
    }
    const codegen = codegenIn(world.db, objectMap(), NO_CRASH, { makeScaffold: make })
    await expect(codegen(scaffoldOf('hole'))).rejects.toThrow('a hole')
    expect([await runsOf('hole'), await hourCounts(deps()).lastDay('hole', 'scaffold')]).toEqual([
      [],
      { runs: 1, failed: 1 },
    ])
  })

  it('a modified scaffold does not match its receipt', async () => {
    const { file } = (await makeScaffold(() => 0n)(scaffoldOf('x').body)) as { file: ScaffoldRecord }
    const [first, ...otherFiles] = file.result.skeleton
    const skeleton = [{ ...first, content: 'else' }, ...otherFiles] as typeof file.result.skeleton
    expect(storedScaffoldSha256(file)).toBe(rescaffold(file))
    expect(storedScaffoldSha256({ ...file, result: { ...file.result, skeleton } })).not.toBe(storedScaffoldSha256(file))
  })
})
