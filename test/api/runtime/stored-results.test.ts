import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newUser } from '../../support/sessions.ts'
import { type FaultBody, QUERENT, run, runtimeKey, SCRIPT } from './runtime-world.ts'
import {
  advisoryOf,
  GRADE_REQUEST,
  grade,
  grimoireOf,
  inscribe,
  recall,
  receiptOf,
  verifyOf,
} from './stored-results-world.ts'

const UNKNOWN_HASH = 'f'.repeat(64)

describe('a receipt of the runtime', () => {
  test('getRuntimeReceipt 200 with the opening of its private claims', async () => {
    const key = await runtimeKey()
    const hash = await inscribe(key)
    const { status, body, headers } = await receiptOf(key, `/receipt/${hash}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ hash, kind: 'reading', claimsVisibility: 'private' })
    expect(body.opening?.claims).toMatchObject({ intention: QUERENT.intention, seed: 42, facts: { public: true } })
    expect(JSON.parse(String(body.opening?.claims.inputs))).toMatchObject({ script: SCRIPT, seed: 42 })
  })

  test('verifyRuntimeReceipt 200: claims and replay pass', async () => {
    const key = await runtimeKey()
    const { status, body } = await verifyOf(key, `/verify/${await inscribe(key)}`)
    expect([status, body.valid]).toEqual([200, true])
    expect(body.checks).toMatchObject({
      signature: { status: 'pass' },
      claims: { status: 'pass' },
      replay: { status: 'pass' },
    })
    const secondHash = await inscribe(key, { intention: 'Another thing' })
    expect((await verifyOf(key, `/verify/${secondHash}`)).body.checks).toMatchObject({ replay: { status: 'pass' } })
    const { body: published } = await run(key, {
      script: SCRIPT,
      querent: QUERENT,
      lenient: true,
      inscribe: true,
      publish_claims: true,
    })
    const verification = await verifyOf(key, `/verify/${published.hash}`)
    expect(verification.body.checks).toMatchObject({ claims: { status: 'pass' }, replay: { status: 'pass' } })
  })

  test('getAdvisory 200 with the response and the hash of the newest later one', async () => {
    const key = await runtimeKey()
    const firstHash = await inscribe(key)
    const secondHash = await inscribe(key)
    const firstAdvisory = await advisoryOf(key, `/advisory/${firstHash}`)
    expect([firstAdvisory.status, firstAdvisory.body.kind, firstAdvisory.body.superseded_by]).toEqual([
      200,
      'reading',
      secondHash,
    ])
    expect(firstAdvisory.body.advisory.cards.length).toBeGreaterThan(0)
    expect((await advisoryOf(key, `/advisory/${secondHash}`)).body).not.toHaveProperty('superseded_by')
    const { body: graded } = await grade(key, GRADE_REQUEST)
    expect((await advisoryOf(key, `/advisory/${graded.hash}`)).status).toBe(404)
  })

  test('getRuntimeReceipt, verifyRuntimeReceipt, getAdvisory 404 for other tenants, missing ones, and querents that the header does not name; 400 for an invalid hash', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    const hash = await inscribe(ada, QUERENT, { querents: 'a' })
    const queries = [
      [receiptOf, 'receipt'],
      [verifyOf, 'verify'],
      [advisoryOf, 'advisory'],
    ] as const
    for (const [query, path] of queries) {
      expect([path, (await query(ada, `/${path}/${hash}`, 'a')).status]).toEqual([path, 200])
      const foreign = await query(bob, `/${path}/${hash}`)
      const missing = await query(bob, `/${path}/${UNKNOWN_HASH}`)
      expect([path, foreign.status, missing.status]).toEqual([path, 404, 404])
      expect((foreign.body as unknown as FaultBody).error).toBe((missing.body as unknown as FaultBody).error)
      expect([path, (await query(ada, `/${path}/${hash}`, 'b')).status]).toEqual([path, 404])
      expect([path, (await query(ada, `/${path}/nothing`)).status]).toEqual([path, 400])
    }
    // Receipts belong to the organization, advisories to the namespace.
    expect((await receiptOf(ada, `/receipt/${hash}`)).status).toBe(200)
    expect((await advisoryOf(ada, `/advisory/${hash}`)).status).toBe(404)
  })
})

describe('the list of stored results', () => {
  test('listGrimoire 200, newest first, page by page, by kind and spread', async () => {
    const key = await runtimeKey()
    const firstHash = await inscribe(key)
    const secondHash = await inscribe(key)
    const graded = await grade(key, GRADE_REQUEST)
    const all = await grimoireOf(key, '/grimoire/default')
    expect(all.body.readings.map(({ hash }) => hash)).toEqual([graded.body.hash, secondHash, firstHash])
    expect(all.body.readings.map(({ kind }) => kind)).toEqual(['grader.run', 'reading', 'reading'])
    expect(all.body.readings[0]?.score).toBe(graded.body.aggregate)
    const firstPage = await grimoireOf(key, '/grimoire/default?limit=1&kind=reading')
    expect(firstPage.body.readings.map(({ hash }) => hash)).toEqual([secondHash])
    const nextPage = await grimoireOf(
      key,
      `/grimoire/default?kind=reading&spread=small&cursor=${firstPage.body.next_cursor}`,
    )
    expect([nextPage.body.readings.map(({ hash }) => hash), nextPage.body.next_cursor]).toEqual([[firstHash], null])
    expect((await grimoireOf(key, '/grimoire/default?role=cto')).body.readings).toEqual([])
  })

  test('listGrimoire 404 for a querent of another tenant or key, one that the header does not name, and a missing one', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    await inscribe(ada, { ...QUERENT, id: 'checkout' })
    await inscribe(ada, QUERENT, { querents: 'team' })
    expect((await grimoireOf(ada, '/grimoire/checkout')).status).toBe(200)
    expect((await grimoireOf(ada, '/grimoire/team', 'team,other')).status).toBe(200)
    for (const [key, querent, header] of [
      [bob, 'checkout', undefined],
      [bob, 'team', 'team'],
      [ada, 'team', undefined],
      [ada, 'team', 'other'],
      [ada, 'checkout', 'checkout'],
      [ada, 'nobody', undefined],
    ] as const)
      expect([querent, header, (await grimoireOf(key, `/grimoire/${querent}`, header)).status]).toEqual([
        querent,
        header,
        404,
      ])
  })

  test('listGrimoire 200 for a person of the organization, in the namespace of their tenant', async () => {
    const { session } = await newUser()
    const hash = await inscribe(session)
    const { body } = await grimoireOf(session, '/grimoire/default')
    expect(body.readings.map((reading) => reading.hash)).toEqual([hash])
  })
})

describe('POST /recall', () => {
  test('recallReadings 200 by a condition, by words, with reasons and contradictions', async () => {
    const key = await runtimeKey()
    const euHash = await inscribe(key, {
      intention: 'A webhook that stores payments',
      state: { public: true, region: 'eu' },
    })
    const usHash = await inscribe(key, {
      intention: 'A nightly report of stock',
      state: { public: true, region: 'us' },
    })
    const all = await recall(key, {})
    expect([all.status, all.body.scanned, all.body.next_cursor]).toEqual([200, 2, null])
    expect(all.body.matches.map(({ reading }) => reading.hash)).toEqual([usHash, euHash])
    expect(all.body.summary.contradictions.find(({ fact }) => fact === 'region')).toEqual({
      fact: 'region',
      values: ['eu', 'us'],
      hashes: [euHash, usHash],
    })
    const eu = await recall(key, { where: 'kind = reading and fact.region = eu', explain: true })
    expect(eu.body.matches.map(({ reading }) => reading.hash)).toEqual([euHash])
    expect(eu.body.matches[0]?.why).toContain('fact.region is eu')
    const byText = await recall(key, { text: 'stock reports', explain: true })
    expect(byText.body.matches.map(({ reading }) => reading.hash)).toEqual([usHash])
    expect(byText.body.matches[0]?.why[0]).toMatch(/^mentions /)
    const later = await recall(key, { where: 'at > "2099-01-01T00:00:00.000Z"' })
    expect(later.body.matches).toEqual([])
    expect((await recall(key, { where: 'at > "2001-01-01" and severity >= low' })).body.matches).toHaveLength(2)
    const page = await recall(key, { limit: 1 })
    const next = await recall(key, { limit: 1, cursor: page.body.next_cursor })
    expect([page, next].map(({ body }) => body.matches[0]?.reading.hash)).toEqual([usHash, euHash])
  })

  test('recallReadings 200 over the querents of the header only', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    const a = await inscribe(ada, QUERENT, { querents: 'a' })
    const b = await inscribe(ada, QUERENT, { querents: 'b' })
    const hashes = async (key: string, body: object, header?: string) =>
      (await recall(key, body, header)).body.matches.map(({ reading }) => reading.hash)
    expect(await hashes(ada, {}, 'a,b')).toEqual([a, b])
    expect(await hashes(ada, { querent: 'b' }, 'a,b')).toEqual([b])
    expect(await hashes(ada, { querents: ['b', 'c'] }, 'a,b')).toEqual([b])
    expect(await hashes(ada, { querent: 'b' }, 'a')).toEqual([])
    expect(await hashes(ada, { querent: 'b' })).toEqual([])
    expect(await hashes(bob, {}, 'a,b')).toEqual([])
  })

  test('recallReadings 400: an invalid condition, an unknown name, both querents, a foreign cursor', async () => {
    const key = await runtimeKey()
    for (const [body, field] of [
      [{ where: 'kind ==' }, 'where'],
      [{ where: 'color = red' }, 'where'],
      [{ querent: 'a', querents: ['b'] }, 'querents'],
      [{ cursor: 'x' }, 'cursor'],
    ] as const) {
      const { status, body: answer } = await recall<FaultBody>(key, body)
      expect([status, answer.errors?.[0]?.field]).toEqual([400, field])
    }
  })
})

test('getCrownrot 200 and 304', async () => {
  const key = await runtimeKey()
  const { status, body, headers } = await call<{ items: readonly { kind: string }[] }>('GET', '/manifests/crownrot', {
    key,
    as: 'getCrownrot',
  })
  expect([status, new Set(body.items.map(({ kind }) => kind))]).toEqual([
    200,
    new Set(['runtime', 'deck', 'spread', 'pattern']),
  ])
  const cachedHeaders = { 'if-none-match': String(headers.get('etag')) }
  expect((await call('GET', '/manifests/crownrot', { key, headers: cachedHeaders, as: 'getCrownrot' })).status).toBe(
    304,
  )
})
