import { LIBRARY_CAPACITY } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import type { RouteResult } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { ASSET, libraryOver } from './library-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const now = () => new Date('2026-11-22T09:00:00Z')
const routesOn = (tier: 'free' | 'pro' | 'team' = 'pro', db = world.db) => libraryOver({ db, now, tier })

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `import-tenant-${tenants}`
}

interface Row {
  readonly row: number
  readonly status: string
  readonly id?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

const rowsOf = ({ body }: RouteResult) => body.rows as readonly Row[]
const statusesOf = (answer: RouteResult) => rowsOf(answer).map(({ status }) => status)
const countsOf = ({ status, body: { added, refused } }: RouteResult) => [status, added, refused]

/** Assets with different contents. */
const assets = (count: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => ({ ...ASSET, content: { nth: from + nth } }))

describe('import', () => {
  it('adds each valid row in order, and reports the broken rule of the others', async () => {
    const tenant = newTenant()
    const { importing, ids, get } = routesOn()
    const { type, title, content, domains } = ASSET
    const importedRows = [
      { type, title, content, domains },
      7,
      { type: 'rumour', title: 'Short', domains: [], content: 'text', color: 'red' },
      { ...ASSET, title: 'Half \ud800 a character of it' },
      { ...ASSET, content: JSON.parse(`{"a":${'['.repeat(600)}${']'.repeat(600)}}`) },
      { ...ASSET, content: { many: Array(15_000).fill(1e20) } },
      { ...ASSET, title: 'Another title of the asset' },
    ]
    const answer = await importing(tenant, { body: { assets: importedRows } })
    const added = rowsOf(answer)[0]?.id
    const last = rowsOf(answer)[6]?.id
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        added: 2,
        refused: 5,
        rows: [
          { row: 1, status: 'added', id: expect.any(String) },
          { row: 2, status: 'invalid', errors: [{ field: 'asset', message: 'must be an object' }] },
          {
            row: 3,
            status: 'invalid',
            errors: [
              { field: 'type', message: expect.stringContaining('must be one of case_study') },
              { field: 'title', message: 'must be at least 10 characters (got 5)' },
              { field: 'content', message: 'must be an object' },
              { field: 'domains', message: 'must have at least 1 item (got 0)' },
              { field: 'color', message: 'is not a known field' },
            ],
          },
          { row: 4, status: 'invalid', errors: [{ field: 'title', message: 'must be well-formed Unicode' }] },
          {
            row: 5,
            status: 'invalid',
            errors: [{ field: 'content', message: 'must not be nested deeper than 512 levels' }],
          },
          {
            row: 6,
            status: 'invalid',
            errors: [{ field: 'content', message: 'must be at most 300000 bytes as JSON' }],
          },
          { row: 7, status: 'added', id: expect.any(String) },
        ],
      },
    ])
    expect(await ids(tenant)).toEqual([last, added])
    const times = { createdAt: now().toISOString(), updatedAt: now().toISOString() }
    expect((await get(tenant, { params: { id: added } })).body).toEqual({
      asset: { ...ASSET, tags: [], id: added, usageCount: 0, ...times },
    })
  })

  it('adds no duplicate of the library or of an earlier row, for any order of fields', async () => {
    const tenant = newTenant()
    const { importing, create, ids } = routesOn()
    const existingBody = (await create(tenant, { body: { ...ASSET, content: { a: [1, { b: 2, c: 3 }], d: 'x' } } }))
      .body
    const { id } = existingBody.asset as { readonly id: string }
    const same = { ...ASSET, content: { d: 'x', a: [1, { c: 3, b: 2 }] } }
    const importedRows = [
      { ...same, tags: ['other'], qualityScore: 5 },
      ...[ASSET, ASSET],
      { ...ASSET, type: 'expert_quote' },
      { ...same, content: { ...same.content, d: 'y' } },
    ]
    const first = await importing(tenant, { body: { assets: importedRows } })
    expect([countsOf(first), statusesOf(first)]).toEqual([
      [200, 3, 0],
      ['duplicate', 'added', 'duplicate', 'added', 'added'],
    ])
    expect([rowsOf(first)[0]?.id, rowsOf(first)[2]?.id]).toEqual([id, rowsOf(first)[1]?.id])
    const again = await importing(tenant, { body: { assets: importedRows } })
    expect([countsOf(again), new Set(statusesOf(again))]).toEqual([[200, 0, 0], new Set(['duplicate'])])
    expect(rowsOf(again).map((row) => row.id)).toEqual(rowsOf(first).map((row) => row.id))
    expect(await ids(tenant)).toHaveLength(4)
    // Contents without a canonical form, because of depth or surrogates, are compared as text.
    const odd = { ...ASSET, content: { odd: '\ud800' } }
    expect(statusesOf(await importing(tenant, { body: { assets: [odd, odd] } }))).toEqual(['added', 'duplicate'])
    expect(statusesOf(await importing(tenant, { body: { assets: [odd] } }))).toEqual(['duplicate'])
  })

  it('requires exactly one of assets and csv', async () => {
    const refused = { code: 'invalid_input', extras: { errors: [{ field: 'body', message: expect.any(String) }] } }
    for (const body of [{}, { assets: [ASSET], csv: 'title\nx' }])
      await expect(routesOn().importing(newTenant(), { body })).rejects.toMatchObject(refused)
  })
})

describe('capacity of a library', () => {
  it('reports rows above the limit, and all rows on plan Free', async () => {
    const tenant = newTenant()
    const { importing, ids, remove } = routesOn()
    const free = await routesOn('free').importing(tenant, { body: { assets: assets(2) } })
    expect([countsOf(free), statusesOf(free)]).toEqual([
      [200, 0, 2],
      ['full', 'full'],
    ])
    const many = await importing(tenant, { body: { assets: assets(60) } })
    expect([countsOf(many), statusesOf(many)]).toEqual([
      [200, 50, 10],
      [...Array(50).fill('added'), ...Array(10).fill('full')],
    ])
    const [newest = ''] = await ids(tenant)
    await remove(tenant, { params: { id: newest } })
    const afterRemoval = await importing(tenant, { body: { assets: assets(60) } })
    expect([countsOf(afterRemoval), statusesOf(afterRemoval).indexOf('added')]).toEqual([[200, 1, 10], 49])
    // A transaction has 100 writes, and one of them updates the count.
    expect(Math.max(...Object.values(LIBRARY_CAPACITY))).toBeLessThan(100)
  })

  it('stays exact for concurrent imports and additions, without duplicates', async () => {
    const tenant = newTenant()
    const { importing, create, ids, assets: table } = routesOn()
    const imports = Array.from({ length: 8 }, () => importing(tenant, { body: { assets: assets(30) } }))
    const singles = Array.from({ length: 30 }, (_, nth) =>
      create(tenant, { body: { ...ASSET, content: { single: nth } } }),
    )
    const [answers, others] = await Promise.all([Promise.all(imports), Promise.all(singles)])
    const added = answers.flatMap((answer) => statusesOf(answer).filter((status) => status === 'added')).length
    const alone = others.filter(({ status }) => status === 201).length
    expect([answers.every(({ status }) => status === 200), added + alone, (await ids(tenant)).length]).toEqual([
      ...[true, 50, 50],
    ])
    const rows = await table.all({ tenant, org: `${tenant}-org` })
    expect(new Set(rows.map(({ content }) => content)).size).toBe(50)
  })

  it('a crash at any call leaves all rows or none, and a retry adds each once', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = newTenant()
        const { create, importing, ids } = routesOn()
        for (let count = 0; count < 2; count++) await create(tenant, { body: { ...ASSET, content: { count } } })
        const body = { assets: assets(49, 100) }
        await routesOn('pro', under(world, cut))
          .importing(tenant, { body })
          .catch(() => undefined)
        expect([name, [2, 50].includes((await ids(tenant)).length)]).toEqual([name, true])
        const again = await importing(tenant, { body })
        const expected = [...Array(48).fill(true), false]
        expect([name, rowsOf(again).map(({ id }) => id !== undefined)]).toEqual([name, expected])
        expect([name, (await ids(tenant)).length]).toEqual([name, 50])
        expect([name, (await create(tenant, { body: ASSET })).code]).toEqual([name, 'library_limit'])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(3)
  })

  it('returns 502 while the store fails, and a retry adds each row once', async () => {
    const tenant = newTenant()
    const { importing, ids } = routesOn()
    const body = { assets: assets(3) }
    const failing = routesOn('pro', under(world, crashPoint(0, 'before', { keepsCrashing: true })))
    expect((await failing.importing(tenant, { body })).code).toBe('upstream_failed')
    expect([countsOf(await importing(tenant, { body })), (await ids(tenant)).length]).toEqual([[200, 3, 0], 3])
  })
})

describe('CSV', () => {
  const HEADER = 'type,title,content,domains,tags,qualityScore,authorName'

  it('maps cells by the header, with lists, JSON or text as content, and without empty cells', async () => {
    const tenant = newTenant()
    const { importing, get } = routesOn()
    const csv = [
      `\ufeff${HEADER}`,
      'case_study,A bakery that weighs loaves,"We weighed ""400"" loaves,\r\nall of them",food; legal ,bread;rye,87.5,Ada',
      '',
      'expert_quote , "An expert speaks of bread" ,"{""deep"":[1,{""a"":null}]}",food,,,',
      'case_study,A bakery that weighs loaves,{broken,food,,,',
      'case_study,A score that is no number,text,food,,many,',
    ].join('\r\n')
    const answer = await importing(tenant, { body: { csv } })
    const rows = rowsOf(answer)
    expect([countsOf(answer), rows.map(({ errors = [] }) => errors)]).toEqual([
      [200, 2, 2],
      [
        [],
        [],
        [{ field: 'content', message: 'must be an object' }],
        [{ field: 'qualityScore', message: 'must be a number' }],
      ],
    ])
    const asset = async (nth: number) => (await get(tenant, { params: { id: rows[nth]?.id } })).body.asset
    expect(await asset(0)).toMatchObject({
      type: 'case_study',
      title: 'A bakery that weighs loaves',
      domains: ['food', 'legal'],
      content: { text: 'We weighed "400" loaves,\r\nall of them' },
      tags: ['bread', 'rye'],
      qualityScore: 87.5,
      authorName: 'Ada',
      verificationStatus: 'unverified',
    })
    expect(await asset(1)).toMatchObject({
      type: 'expert_quote',
      title: 'An expert speaks of bread',
      content: { deep: [1, { a: null }] },
      tags: [],
      qualityScore: null,
      authorName: null,
    })
    expect(statusesOf(await importing(tenant, { body: { csv: csv.replaceAll('\r\n', '\n') } }))).toEqual([
      // The line break within a cell belongs to the content.
      ...['added', 'duplicate', 'invalid', 'invalid'],
    ])
  })

  it.each([
    ['', 'must have a header and at least one row'],
    [HEADER, 'must have a header and at least one row'],
    ['title,color\nx,y', 'the header has the unknown field "color"; use type, title, content'],
    ['title,type,title\na,b,c', 'the header has title twice'],
    ['title,type\na,b\nc', 'row 2 has 1 cells, but the header has 2'],
    ['title,type\na,b,c', 'row 1 has 3 cells, but the header has 2'],
    ['title,type\na,b\nc,"d\n', 'row 2 has a quotation mark without a closing one'],
    ['title,type\na,"b"c', 'row 1 has text after a closing quotation mark'],
    ['title,type\na,b"c"', 'row 1 has a quotation mark in an unquoted cell'],
    ['"title,type\na,b', 'the header has a quotation mark without a closing one'],
    [`title\n${'a title that is long enough\n'.repeat(1_001)}`, 'must have at most 1000 rows (got 1001)'],
  ])('reports invalid CSV by row and rule: %#', async (csv, sentence) => {
    await expect(routesOn().importing(newTenant(), { body: { csv } })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { errors: [{ field: 'csv', message: expect.stringContaining(sentence) }] },
    })
  })
})
