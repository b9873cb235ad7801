import { rowTable } from '@signet/kernel'
import { rowKind } from '@signet/kernel/row-kind'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const ticket = rowKind({
  name: 'Ticket',
  owner: 'platform',
  prefix: 'TICKET#',
  keys: { pk: '<org>', sk: 'T#<id>' },
  index: { gsi1pk: 'OPEN#tickets', gsi1sk: '<due>' },
  keep: { days: 2 },
  schema: z.object({ id: z.string(), state: z.enum(['open', 'done']), due: z.string(), version: z.int() }),
})
const DAY_MS = 86_400_000

let world: TableWorld
let nowMs = Date.parse('2026-01-01T00:00:00Z')
const now = () => new Date(nowMs)
const tickets = () => rowTable(ticket, { db: world.db, table: TABLE, now })
const row = (id: string) => ({ id, state: 'open' as const, due: '2026-02-01', version: 1 })

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

describe('row table', () => {
  it('rows are created once, read without their keys, and found in the index', async () => {
    const key = { org: 'a', id: '1' }
    expect(await tickets().putNew(key, row('1'))).toBe(true)
    expect(await tickets().putNew(key, row('1'))).toBe(false)
    expect(await tickets().get(key)).toEqual(row('1'))
    const [stored] = await world.rows('TICKET#a')
    expect(stored).toMatchObject({ pk: 'TICKET#a', sk: 'T#1', gsi1pk: 'OPEN#tickets', gsi1sk: '2026-02-01' })
  })

  it('index entries match the written row, even with the key parts of the previous row', async () => {
    const storedRow = { ...row('1'), org: 'moved' }
    await tickets().putNew(storedRow, storedRow)
    await tickets().replace(storedRow, { ...storedRow, due: '2026-03-01' }, { due: '2026-02-01' })
    expect(await world.rows('TICKET#moved')).toMatchObject([{ due: '2026-03-01', gsi1sk: '2026-03-01' }])
  })

  it('expired rows are not returned even if the table still contains them, and can be created again', async () => {
    const key = { org: 'b', id: '1' }
    await tickets().putNew(key, row('1'))
    nowMs += 2 * DAY_MS
    expect(await tickets().get(key)).toBeUndefined()
    expect((await tickets().page({ org: 'b' }, { limit: 10 })).rows).toEqual([])
    expect(await tickets().remove(key)).toBe(false)
    expect(await world.rows('TICKET#b')).toHaveLength(1)
    expect(await tickets().putNew(key, row('1'))).toBe(true)
  })

  it('rows are replaced and removed only in the expected state', async () => {
    const key = { org: 'c', id: '1' }
    await tickets().putNew(key, row('1'))
    const next = { ...row('1'), version: 2 }
    expect(await tickets().replace(key, next, { version: 7 })).toBe(false)
    expect(await tickets().replace(key, next, { version: 1 })).toBe(true)
    expect(await tickets().replace({ org: 'c', id: 'none' }, next, {})).toBe(false)
    expect(await tickets().remove(key, { version: 1 })).toBe(false)
    expect(await tickets().remove(key, { version: 2 })).toBe(true)
    expect(await tickets().get(key)).toBeUndefined()
  })

  it('concurrent transitions move a row once', async () => {
    const key = { org: 'd', id: '1' }
    await tickets().putNew(key, row('1'))
    const transition = { field: 'state', from: ['open'], to: 'done', set: { version: 2 } } as const
    const results = await Promise.all(Array.from({ length: 8 }, () => tickets().transition(key, transition)))
    expect(results.filter((each) => each !== undefined)).toEqual([{ ...row('1'), state: 'done', version: 2 }])
    expect(await tickets().transition({ org: 'd', id: 'none' }, transition)).toBeUndefined()
  })

  it('pages end at the correct row, in both directions', async () => {
    for (const id of ['1', '2', '3', '4', '5']) await tickets().putNew({ org: 'e', id }, row(id))
    const readPages = async ({ newestFirst = false } = {}) => {
      const pages: string[][] = []
      let cursor: string | undefined
      do {
        const page = await tickets().page({ org: 'e' }, { limit: 2, cursor, newestFirst })
        pages.push(page.rows.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      return pages
    }
    expect(await readPages()).toEqual([['1', '2'], ['3', '4'], ['5']])
    expect(await readPages({ newestFirst: true })).toEqual([['5', '4'], ['3', '2'], ['1']])
    await expect(tickets().page({ org: 'e' }, { limit: 2, cursor: 'made-up' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('no key part can forge another key', async () => {
    const pair = rowKind({
      ...ticket,
      owner: 'platform',
      keep: 'permanent',
      index: undefined,
      keys: { pk: '<org>', sk: 'T#<id>#<due>' },
    })
    const rows = rowTable(pair, { db: world.db, table: TABLE, now })
    await expect(async () => rows.get({ org: 'a', id: '1#x', due: 'y' })).rejects.toThrow(/contains a "#"/)
    await expect(async () => rows.get({ org: '', id: '1', due: 'y' })).rejects.toThrow(/lacks its part "org"/)
    expect(() => rowKind({ ...ticket, owner: 'platform', keep: 'permanent', prefix: 'ticket' })).toThrow(
      /prefix "ticket" is invalid/,
    )
  })

  it('row kinds describe themselves for the page of the table', () => {
    expect(ticket.keyTemplates).toEqual({ pk: 'TICKET#<org>', sk: 'T#<id>', gsi1pk: 'OPEN#tickets', gsi1sk: '<due>' })
    expect(ticket.retention).toBe('2 days')
  })
})
