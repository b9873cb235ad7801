import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { eraseAccount } from '@signet/erasure'
import type { RowKeys } from '@signet/kernel/row-kind'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaled } from '../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { type Item, NOW, newAccount, rowsOf, type TestAccount } from './account-rows.ts'
import { isGeneric, KINDS } from './kinds.ts'
import { type Run, WORK } from './service-work.ts'
import { putRows } from './stored-rows.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Rows that only the code of a service deletes or exports. */
const SERVICE_ROWS: Readonly<Record<string, (account: TestAccount) => readonly Item[]>> = {
  archive: ({ org_id: org }) => [
    { pk: `UPLOAD#${org}`, sk: 'U#open', workspace: org, upload: 'open', state: 'uploading', parts_id: 'p' },
  ],
  images: ({ user_id: user }) => [{ pk: `KEY#hidden-${user}`, sk: 'KEY' }],
  support: ({ user_id: user, email }) => [{ pk: 'CONTACT#2026-11-24', sk: `MESSAGE#${user}`, email }],
}

/** A run that is killed at call number `crashCall`. */
const runWithCrash = (crashCall: number): Run & { readonly isOver: () => boolean } => {
  let calls = 0
  const call = (): void => {
    if (calls++ === crashCall) throw new Error('killed')
  }
  const send = async (command: never) => {
    call()
    return world.db.send(command)
  }
  // The next page of a query is also requested through the client, because paginateQuery checks its class.
  const db = Object.assign(Object.create(world.db), { send }) as DynamoDBDocumentClient
  return { deps: { db, table: TABLE, now: () => NOW }, call, isOver: () => calls > crashCall }
}

const finish = async (run: Run, service: string, kinds: readonly RowKeys[], account: TestAccount): Promise<void> => {
  for (let round = 0; round < 5; round++)
    if ((await eraseAccount(run.deps, kinds, account, WORK[service]?.(run))) === 'done') return
  throw new Error('The erasure is not finished after five rounds')
}

const remainingKeys = async (rows: readonly Item[]): Promise<readonly string[]> => {
  const partitions = [...new Set(rows.map(({ pk }) => String(pk)))]
  const all = new Set(keysOf((await Promise.all(partitions.map((pk) => world.partition(pk)))).flat()))
  return keysOf(rows).filter((key) => all.has(key))
}

const keysOf = (rows: readonly Item[]): readonly string[] => rows.map(({ pk, sk }) => `${pk} ${sk}`)

describe('the erasure of an account', () => {
  it.each(KINDS)(
    'erases every row of %s after a crash at any call, and keeps numbers and rows of other owners',
    async (service, kinds) => {
      const erased = kinds.filter(({ erasure }) => erasure === undefined)
      const keptKinds = kinds.filter(({ erasure }) => erasure && 'none' in erasure)
      const further = SERVICE_ROWS[service] ?? (() => [])
      const bobsKinds = kinds.filter(isGeneric)
      const bob = newAccount()
      const bobsRows = [...rowsOf(bobsKinds, bob), ...further(bob)]
      await putRows(world, bobsRows)
      let crashes = 0
      // Messages are found day by day, with repeated identical calls.
      for (let at = 0; ; at += at < 40 ? scaled(7, 1) : scaled(120, 5)) {
        const ada = newAccount()
        const rows = [...rowsOf(erased, ada), ...further(ada)]
        const retainedRows = rowsOf(keptKinds, ada)
        await putRows(world, [...rows, ...retainedRows])
        const run = runWithCrash(at)
        await finish(run, service, kinds, ada).catch(() => undefined)
        await finish(runWithCrash(-1), service, kinds, ada)
        expect([at, await remainingKeys(rows), await remainingKeys(retainedRows)]).toEqual([
          at,
          [],
          keysOf(retainedRows),
        ])
        if (!run.isOver()) break
        crashes += 1
      }
      expect(crashes).toBeGreaterThanOrEqual(1)
      expect(await remainingKeys(bobsRows)).toEqual(keysOf(bobsRows))
    },
  )

  it('keeps a shared name that another organization has taken', async () => {
    const kinds = KINDS.find(([service]) => service === 'trust')?.[1] ?? []
    const ada = newAccount()
    const taken = rowsOf(kinds, ada).filter(({ pk }) => /^TRUST(?:SLUG|HASH)#/.test(String(pk)))
    expect(taken).toHaveLength(2)
    await putRows(world, [...rowsOf(kinds, ada), ...taken.map((row) => ({ ...row, org: 'another' }))])
    await finish(runWithCrash(-1), 'trust', kinds, ada)
    expect(await remainingKeys(taken)).toEqual(keysOf(taken))
  })
})
