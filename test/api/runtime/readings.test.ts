import { readReceiptFile } from '@signet/receipts'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { type FaultBody, QUERENT, run, runtimeKey, SCRIPT } from './runtime-world.ts'

test('getRuntimeHealth 200 for anonymous clients', async () => {
  const { status, body } = await call('GET', '/health', { as: 'getRuntimeHealth' })
  expect([status, body]).toMatchObject([
    200,
    { ok: true, engine: 'reading/1', decks: 14, uptime_s: expect.any(Number) },
  ])
})

test('listSpreads 200 for anonymous clients, each with its script', async () => {
  const { status, body } = await call<{ spreads: { name: string; script: string }[] }>('GET', '/spreads', {
    as: 'listSpreads',
  })
  expect([status, body.spreads.length]).toEqual([200, 15])
  expect(body.spreads.find(({ name }) => name === 'threat_model')?.script).toMatch(/^spread /)
})

describe('POST /run', () => {
  test('runReading 200: the same script, state and seed give the same bytes for every caller', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    const body = { script: SCRIPT, querent: QUERENT, seed: 42, lenient: true }
    const firstReading = await run(ada, body)
    const repeated = await run(ada, body)
    const foreign = await run(bob, body)
    expect([firstReading.status, firstReading.body.seed, firstReading.body.facts.public]).toEqual([200, 42, true])
    expect(firstReading.body.cards.length).toBeGreaterThan(0)
    expect([repeated.body, foreign.body]).toEqual([firstReading.body, firstReading.body])
    expect(firstReading.body).not.toHaveProperty('hash')
  })

  test('runReading 200 by the name of a spread, in each mode; source is an alias of script', async () => {
    const key = await runtimeKey()
    const structured = await run(key, { spreadType: 'threat_model', querent: QUERENT, lenient: true })
    expect(structured.body.fact_sources.trigger).toBe('intention')
    const raw = await run(key, { spreadType: 'threat_model', querent: QUERENT, lenient: true, responseMode: 'raw' })
    const { trace, ...readingWithoutTrace } = raw.body
    expect([trace?.length, readingWithoutTrace]).toEqual([structured.body.cards.length, structured.body])
    const narrative = await run(key, {
      spreadType: 'threat_model',
      querent: QUERENT,
      lenient: true,
      responseMode: 'narrative',
    })
    expect(narrative.body.output).toBe(structured.body.output)
    expect(narrative.body).not.toHaveProperty('cards')
    const script = await run(key, { script: SCRIPT, lenient: true })
    const source = await run(key, { source: SCRIPT, lenient: true })
    expect([source.status, source.body]).toEqual([200, script.body])
  })

  test('runReading 200 with dry_run only validates the script', async () => {
    const { status, body } = await run(
      await runtimeKey(),
      { script: SCRIPT, inscribe: true },
      { query: '?dry_run=true' },
    )
    expect([status, body.valid]).toEqual([200, true])
    expect(body).not.toHaveProperty('hash')
  })

  test('runReading 400 script_invalid: every error with its position and a hint', async () => {
    const script = SCRIPT.replace('draw 2 from threats', 'draw 2 from threat').replace('when public', 'when publik')
    for (const query of ['', '?dry_run=true']) {
      const { status, body } = await run<FaultBody>(await runtimeKey(), { script }, { query })
      expect([status, body.code, body.errors?.map(({ field, code, line }) => [field, code, line])]).toEqual([
        400,
        'script_invalid',
        [
          ['script', 'unknown_name', 6],
          ['script', 'unknown_name', 7],
        ],
      ])
      expect(body.error).toContain('did you mean "public"')
    }
  })

  test('runReading 400 for invalid input, naming field and rule', async () => {
    const key = await runtimeKey()
    const fieldOf = async (body: object, querents?: string) => {
      const answer = await run<FaultBody>(key, body, querents === undefined ? {} : { querents })
      return [answer.status, answer.body.code, answer.body.errors?.[0]?.field]
    }
    const invalid = (field: string) => [400, 'invalid_input', field]
    expect(await fieldOf({})).toEqual(invalid('script'))
    expect(await fieldOf({ script: SCRIPT, spreadType: 'premortem' })).toEqual(invalid('script'))
    expect(await fieldOf({ script: SCRIPT, publish_claims: true })).toEqual(invalid('publish_claims'))
    expect(await fieldOf({ script: SCRIPT, seed: 2 ** 53 })).toEqual(invalid('seed'))
    expect(await fieldOf({ script: SCRIPT, querent: { state: { public: 'perhaps' } } })).toEqual(
      invalid('querent.state.public'),
    )
    expect(await fieldOf({ script: SCRIPT, querent: { id: 'a b' } })).toEqual(invalid('querent.id'))
    expect(await fieldOf({ script: SCRIPT, lenient: true }, 'a b')).toEqual(invalid('x-querent-ids'))
    const tooManyFacts = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`fact_${at}`, at]))
    expect(await fieldOf({ script: SCRIPT, querent: { state: tooManyFacts } })).toEqual(invalid('querent.state'))
    const large = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`fact_${at}`, 'x'.repeat(2_000)]))
    expect(await fieldOf({ script: SCRIPT, inscribe: true, querent: { state: large } })).toEqual(
      invalid('querent.state'),
    )
  })

  test('runReading 404 unknown_spread, 422 position_unfilled, 413 beyond 512 KiB', async () => {
    const key = await runtimeKey()
    const unknown = await run<FaultBody>(key, { spreadType: 'tarot' })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'unknown_spread'])
    const script = SCRIPT.replace('draw 2', 'draw 12')
    const unfilled = await run(key, { script, querent: QUERENT })
    expect([unfilled.status, unfilled.body]).toMatchObject([
      422,
      { code: 'position_unfilled', position: 'entry', wanted: 12 },
    ])
    const large = await run<FaultBody>(key, { script: 'x'.repeat(513 * 1024) })
    expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
  })

  test('runReading 401 without a credential, 403 without the scope', async () => {
    const anonymous = await call('POST', '/run', { body: { script: SCRIPT }, as: 'runReading' })
    expect(anonymous.status).toBe(401)
    expect((await run(await runtimeKey(['decks:write']), { script: SCRIPT })).status).toBe(403)
  })
})

describe('a stored reading', () => {
  const body = { script: SCRIPT, querent: QUERENT, seed: 42, lenient: true, inscribe: true }

  test('runReading 200 with the hash of a receipt; the next reading uses the memory of its querent', async () => {
    const key = await runtimeKey()
    const firstReading = await run(key, body)
    const secondReading = await run(key, body)
    expect(firstReading.body.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(firstReading.body.receipt).toEqual({
      hash: firstReading.body.hash,
      verifyUrl: expect.stringContaining(`/verify/${firstReading.body.hash}`),
      seed: 42,
    })
    expect([firstReading.body.replay.memory_tick, secondReading.body.replay.memory_tick]).toEqual([0, 1])
    expect(secondReading.body.hash).not.toBe(firstReading.body.hash)
    // After two readings with the same fact, the memory of their querent supplies it.
    const thirdReading = await run(key, { ...body, querent: { intention: QUERENT.intention }, inscribe: false })
    expect([thirdReading.body.facts.public, thirdReading.body.fact_sources.public]).toEqual([true, 'memory'])
    // Another querent of the same key has no memory of it.
    const otherQuerentReading = await run(key, { ...body, querent: { ...QUERENT, id: 'other' }, inscribe: false })
    expect(otherQuerentReading.body.replay.memory_tick).toBe(0)
  })

  test('runReading 200 with the first reading for a repeated Idempotency-Key, 422 for another request with it', async () => {
    const key = await runtimeKey()
    const options = { idempotencyKey: 'once' }
    const firstReading = await run(key, body, options)
    const repeated = await run(key, body, options)
    expect([repeated.status, repeated.body]).toEqual([200, firstReading.body])
    const raw = await run(key, { ...body, responseMode: 'raw' }, options)
    expect([raw.body.hash, raw.body.trace?.length]).toEqual([firstReading.body.hash, firstReading.body.cards.length])
    const mismatch = await run<FaultBody>(key, { ...body, seed: 43 }, options)
    expect([mismatch.status, mismatch.body.code]).toEqual([422, 'idempotency_mismatch'])
  })

  test('runReading 200 or 409 for concurrent readings of one querent, which get different ticks', async () => {
    const key = await runtimeKey()
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => run(key, body, { idempotencyKey: name })))
    const ticks = answers.filter(({ status }) => status === 200).map((answer) => answer.body.replay.memory_tick)
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    expect(new Set(ticks).size).toBe(ticks.length)
  })

  test('runReading 200 with public claims discloses facts and card ids, but not the intention', async () => {
    const { body: reading } = await run(await runtimeKey(), { ...body, publish_claims: true })
    const { status, bytes } = await call('GET', `/verify/${reading.hash}.json`, { as: 'verifyReceiptPage' })
    const text = Buffer.from(bytes).toString()
    expect([status, JSON.parse(text)]).toMatchObject([200, { valid: true, kind: 'reading', receiptVersion: '2' }])
    expect(text).toContain('"public":true')
    expect(text).not.toContain(QUERENT.intention)
    expect(readReceiptFile(new Uint8Array(bytes)).evidence.publicClaims).toMatchObject({
      facts: { public: true },
      seed: 42,
    })
  })

  test('runReading 403 for a querent that is not in the header', async () => {
    const key = await runtimeKey()
    const outside = await run<FaultBody>(key, { ...body, querent: { id: 'c' } }, { querents: 'a,b' })
    expect([outside.status, outside.body.code]).toEqual([403, 'querent_out_of_scope'])
    expect((await run(key, { ...body, querent: { id: 'b' } }, { querents: 'a, b' })).status).toBe(200)
  })
})
