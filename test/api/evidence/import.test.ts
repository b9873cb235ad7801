import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { keyOfPerson, paidPerson } from '../../support/paid-work.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { ASSET, createAs, type ImportBody, importAs, listAs } from './evidence-world.ts'

afterEach(endOutages)

const PATH = '/api/v1/evidence/library/import'

const assets = (count: number) => Array.from({ length: count }, (_, nth) => ({ ...ASSET, content: { nth } }))
const statusesOf = ({ body }: { readonly body: ImportBody }) => body.rows.map(({ status }) => status)

describe('POST /api/v1/evidence/library/import', () => {
  test('200 with the result of each row; a repeated import adds nothing; other tenants see none', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    await createAs(ada)
    const importedRows = [ASSET, { ...ASSET, title: 'A second asset of it' }, { ...ASSET, title: 'Short' }, null]
    const { status, body } = await importAs(ada, { assets: importedRows })
    expect([status, body]).toEqual([
      200,
      {
        added: 1,
        refused: 2,
        rows: [
          { row: 1, status: 'duplicate', id: expect.any(String) },
          { row: 2, status: 'added', id: expect.any(String) },
          {
            row: 3,
            status: 'invalid',
            errors: [{ field: 'title', message: 'must be at least 10 characters (got 5)' }],
          },
          { row: 4, status: 'invalid', errors: [{ field: 'asset', message: 'must be an object' }] },
        ],
      },
    ])
    const listed = (await listAs(ada)).body.assets
    expect(listed.map(({ id }) => id)).toEqual([body.rows[1]?.id, body.rows[0]?.id])
    const again = await importAs(ada, { assets: importedRows })
    expect([again.body.added, statusesOf(again)]).toEqual([0, ['duplicate', 'duplicate', 'invalid', 'invalid']])
    expect((await listAs(bob)).body.assets).toEqual([])
  })

  test('200 for CSV with a key, a byte order mark and CRLF', async () => {
    const ada = await paidPerson()
    const csv = [
      '\ufefftype,title,content,domains,tags',
      'case_study,A bakery that weighs its loaves,We weighed 400 loaves,food;business,',
      'expert_quote,"Bread, as an expert says","{""quote"":""It is bread""}",food,bread;rye',
    ].join('\r\n')
    const key = await keyOfPerson(ada, ['evidence:write'])
    const { status, body } = await call<ImportBody>('POST', PATH, { key, body: { csv }, as: 'importEvidenceAssets' })
    expect([status, body.added, body.refused]).toEqual([200, 2, 0])
    expect((await listAs(ada)).body.assets).toMatchObject([
      { title: 'Bread, as an expert says', content: { quote: 'It is bread' }, tags: ['bread', 'rye'] },
      { content: { text: 'We weighed 400 loaves' }, domains: ['food', 'business'], tags: [] },
    ])
  })

  test('200 with rows above capacity reported: all on plan Free, from the 51st on Pro, also concurrently', async () => {
    const ada = await paidPerson()
    const bob = await newPerson()
    const free = await importAs(bob, { assets: assets(2) })
    expect([free.status, free.body.added, free.body.refused, statusesOf(free)]).toEqual([200, 0, 2, ['full', 'full']])
    const crowd = await Promise.all(Array.from({ length: 6 }, () => importAs(ada, { assets: assets(60) })))
    const added = crowd.flatMap(statusesOf).filter((status) => status === 'added')
    expect([crowd.map(({ status }) => status), added.length]).toEqual([Array(6).fill(200), 50])
    expect((await listAs(ada, '?limit=100')).body.assets).toHaveLength(50)
  })

  test('400 with field and rule, for CSV with the row; 401, 403, 413 with the limit', async () => {
    const ada = await paidPerson()
    const wrong = [
      ['body', {}],
      ['body', { assets: [ASSET], csv: 'title\na' }],
      ['assets', { assets: [] }],
      ['assets', { assets: Array(1_001).fill(0) }],
      ['csv', { csv: 'title,type\na,b\nc,"d' }],
      ['rows', { rows: [] }],
    ] as const
    for (const [field, body] of wrong) {
      const refused = await importAs(ada, body)
      expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
        ...[400, 'invalid_input', field],
      ])
    }
    expect((await importAs(ada, { csv: 'title,type\na,b\nc' })).body.errors).toEqual([
      { field: 'csv', message: 'row 2 has 1 cells, but the header has 2' },
    ])
    const as = 'importEvidenceAssets'
    const broken = await asPerson<ImportBody>(ada, 'POST', PATH, { raw: '{', as })
    expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
    const large = await importAs(ada, { csv: 'x'.repeat(131_072) })
    expect([large.status, large.body.code, large.body.limit]).toEqual([413, 'payload_too_large', 131_072])
    const body = { assets: [ASSET] }
    expect((await call('POST', PATH, { body, as })).status).toBe(401)
    expect((await call('POST', PATH, { body, as, key: await keyOfPerson(ada, ['evidence:read']) })).status).toBe(403)
    expect((await listAs(ada)).body.assets).toEqual([])
  })

  test('502 while the store fails, and a retry adds each row once', async () => {
    const ada = await paidPerson()
    const failing = { function: 'evidence-api', service: 'dynamodb', operation: 'TransactWriteItems' } as const
    await planOutage({ ...failing, times: 1_000, status: 400, type: 'ItemTooBig' })
    const failed = await importAs(ada, { assets: assets(3) })
    expect([failed.status, failed.body.code]).toEqual([502, 'upstream_failed'])
    await endOutages()
    expect((await listAs(ada)).body.assets).toEqual([])
    expect(statusesOf(await importAs(ada, { assets: assets(3) }))).toEqual(['added', 'added', 'added'])
  })
})
