import { rowTable } from '@signet/kernel'
import { rowKind } from '@signet/kernel/row-kind'
import { isSignedBy, opens, PAYLOAD_TYPE, preAuthEncoding, tenantTag } from '@signet/receipts'
import { ReceiptStepsRefused } from '@signet/receipts/issuing'
import { openingRow } from '@signet/receipts/rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import {
  CONFLICT,
  expectWholeChain,
  IMAGE,
  issuerIn,
  ofJob,
  predicateOf,
  receiptOf,
  SIGNERS,
  STATEMENT,
  sha256,
  ticking,
} from './issuing-world.ts'

const callerRow = rowKind({
  name: 'Row of a caller',
  owner: 'platform',
  prefix: 'CALLER#',
  keys: { pk: '<id>', sk: 'ROW' },
  keep: 'permanent',
  schema: z.object({ receipt: z.string() }),
})

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const tableOf = <R extends Parameters<typeof rowTable>[0]>(kind: R) =>
  rowTable(kind, { db: world.db, table: TABLE, now: ticking })

describe('issuing a receipt', () => {
  it('signs with the first key, names the subject, and adds the receipt to its lists and the log outbox', async () => {
    const { hash, isNew } = await issuerIn(world)(IMAGE, ofJob('ada', 'j1'))
    expect(isNew).toBe(true)
    const [row] = await expectWholeChain(world, 'ada')
    expect(row).toMatchObject({ pk: `RECEIPT#${hash}`, org: 'ada', ref: 'j1', state: 'active', visibility: 'private' })
    const key = await SIGNERS('receipts-1')
    const message = preAuthEncoding(PAYLOAD_TYPE, Buffer.from(String(row?.payload), 'base64'))
    expect(row?.kid).toBe(key.kid)
    expect(await isSignedBy(key.publicKey, message, Buffer.from(String(row?.sig), 'base64'))).toBe(true)
    const predicate = predicateOf(String(row?.payload))
    expect(predicate).toMatchObject({
      kind: 'image',
      issuer: 'https://signet.example',
      claims: { visibility: 'private' },
    })
    // The tag of the organization uses a key derived from the pepper, not the pepper itself.
    expect(predicate.tenant).not.toBe(tenantTag(Buffer.from('the pepper of the tests'), 'ada'))
    // Random values can contain any text by chance.
    const { nonce, claims, ...nonRandom } = predicate
    const { commitment, ...claimsRef } = claims as typeof claims & { readonly commitment?: string }
    expect([nonce.length, commitment?.length]).toEqual([22, 64])
    expect(JSON.stringify({ nonRandom, claimsRef })).not.toMatch(/ada|bees|flux|j1/)
    for (const list of ['all', 'image', sha256('j1')])
      expect((await world.partition(`RECEIPTS#ada/${list}`)).map((entry) => entry.hash)).toEqual([hash])
  })

  it('stores the opening of private claims until the given time', async () => {
    const opensUntil = new Date(Date.now() + 3_600_000)
    const issue = issuerIn(world)
    const { hash } = await issue(IMAGE, { ...ofJob('opener', 'j1'), opensUntil })
    const permanent = await issue(IMAGE, ofJob('opener', 'j2'))
    const opening = await tableOf(openingRow).get({ hash })
    const row = await receiptOf(world, 'opener', 'image:j1')
    const { claims } = predicateOf(row?.payload ?? '')
    const storedOpening = { salt: opening?.salt ?? '', claims: JSON.parse(opening?.claims ?? '') as unknown }
    expect(opens(claims, storedOpening)).toBe(true)
    expect(storedOpening.claims).toEqual({ model: 'flux', prompt: 'a hive of bees' })
    const ttls = (await world.rows('RECEIPTOPENING#')).map(({ pk, ttl }) => [pk, ttl])
    expect(ttls).toContainEqual([`RECEIPTOPENING#${hash}`, Math.floor(opensUntil.getTime() / 1000)])
    // The end of the year 9999: without a given time, the opening never expires.
    expect(ttls).toContainEqual([`RECEIPTOPENING#${permanent.hash}`, 253_402_300_799])
  })

  it('stores public claims in the row, results only in the signed receipt, and no opening', async () => {
    const input = { org: 'public', key: 'ledger.statement:2026-10', subject: { sha256: sha256('postings') } }
    await issuerIn(world)(STATEMENT, { ...input, claims: { month: '2026-10' }, result: { credits: 7 } })
    const row = await receiptOf(world, 'public', input.key)
    expect(row).toMatchObject({ claims: '{"month":"2026-10"}', visibility: 'public' })
    expect(predicateOf(row?.payload ?? '').result).toEqual({ credits: 7 })
    expect((await world.rows('RECEIPTOPENING#')).filter(({ org }) => org === 'public')).toEqual([])
  })

  it('issues one receipt per idempotency key, for any number of requests', async () => {
    const issue = issuerIn(world)
    const first = await issue(IMAGE, ofJob('twice', 'j1'))
    expect(await issue(IMAGE, ofJob('twice', 'j1'))).toEqual({ hash: first.hash, isNew: false })
    const results = await Promise.all(['a', 'b', 'c'].map(() => issuerIn(world)(IMAGE, ofJob('twice', 'j2'))))
    expect(new Set(results.map(({ hash }) => hash)).size).toBe(1)
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await expectWholeChain(world, 'twice')).toHaveLength(2)
    // Keys are scoped to the organization.
    expect((await issue(IMAGE, ofJob('other', 'j1'))).isNew).toBe(true)
  })

  it('never issues a receipt with an earlier time than the previous one', async () => {
    const slowClock = () => new Date('2026-11-20T09:58:00.000Z')
    await issuerIn(world, { now: () => new Date('2026-11-20T10:30:00.000Z') })(IMAGE, ofJob('clocks', 'j1'))
    await issuerIn(world, { now: slowClock })(IMAGE, ofJob('clocks', 'j2'))
    const rows = await expectWholeChain(world, 'clocks')
    expect(rows.map(({ issued_at }) => issued_at)).toEqual(Array(2).fill('2026-11-20T10:30:00.000Z'))
  })

  it('rejects claims that the kind does not declare before writing', async () => {
    const claims = { ...ofJob('bad', 'j1').claims, size: 3 }
    await expect(issuerIn(world)(IMAGE, { ...ofJob('bad', 'j1'), claims })).rejects.toThrow('size')
    expect(await world.partition('RECEIPTCHAIN#bad')).toEqual([])
  })
})

describe('concurrent receipts of one organization', () => {
  it('50 requests: each returns a receipt or 409 receipt_conflict, and the chain has no gap', async () => {
    const jobs = Array.from({ length: 50 }, (_, at) => `j${at}`)
    const outcomes = await Promise.allSettled(jobs.map((job) => issuerIn(world)(IMAGE, ofJob('busy', job))))
    const issued = outcomes.filter(({ status }) => status === 'fulfilled').length
    for (const each of outcomes) if (each.status === 'rejected') expect(each.reason).toMatchObject(CONFLICT)
    expect(issued).toBeGreaterThan(0)
    expect(await expectWholeChain(world, 'busy')).toHaveLength(issued)
    // Refused callers retry.
    for (const job of jobs) await issuerIn(world)(IMAGE, ofJob('busy', job))
    expect(await expectWholeChain(world, 'busy')).toHaveLength(50)
  })

  it('a retry pauses longer each time and gives up after five attempts', async () => {
    const pauses: number[] = []
    const issue = issuerIn(world, {
      backoff: { sleep: async (ms) => void pauses.push(ms), random: () => 1 },
      signers: async (name) => {
        // A concurrent request always wins.
        await issuerIn(world)(IMAGE, ofJob('slow', `other ${pauses.length}`))
        return SIGNERS(name)
      },
    })
    await expect(issue(IMAGE, ofJob('slow', 'j1'))).rejects.toMatchObject(CONFLICT)
    expect(pauses).toEqual([100, 200, 400, 800])
  })
})

describe('additional rows of the caller', () => {
  const callerRows = () => tableOf(callerRow)

  it('share the transaction of the receipt and can contain its hash', async () => {
    const steps = (receipt: string) => [callerRows().steps.putNew({ id: 'one' }, { receipt })]
    const { hash } = await issuerIn(world)(IMAGE, { ...ofJob('caller', 'j1'), steps })
    expect(await callerRows().get({ id: 'one' })).toEqual({ receipt: hash })
  })

  it('block the receipt if their condition fails', async () => {
    // The row `one` exists: the test before has stored it.
    const steps = (receipt: string) => [callerRows().steps.putNew({ id: 'one' }, { receipt })]
    const stepsWithNewRow = (receipt: string) => [
      callerRows().steps.putNew({ id: 'two' }, { receipt }),
      ...steps(receipt),
    ]
    const issueError = await issuerIn(world)(IMAGE, { ...ofJob('caller', 'j2'), steps: stepsWithNewRow }).catch(
      (error) => error,
    )
    expect(issueError).toBeInstanceOf(ReceiptStepsRefused)
    expect([issueError.failedSteps.length, await callerRows().get({ id: 'two' })]).toEqual([1, undefined])
    expect(await receiptOf(world, 'caller', 'image:j2')).toBeUndefined()
    // A repeated request returns the existing receipt.
    expect((await issuerIn(world)(IMAGE, { ...ofJob('caller', 'j1'), steps })).isNew).toBe(false)
  })
})

it('a new receipt wakes the log sequencer, and a failure to do so is ignored', async () => {
  const wakeUps: string[] = []
  const wakeSequencer = async () => {
    wakeUps.push('once')
    throw new Error('The queue is down')
  }
  const issue = issuerIn(world, { wakeSequencer })
  expect((await issue(IMAGE, ofJob('nudge', 'j1'))).isNew).toBe(true)
  expect((await issue(IMAGE, ofJob('nudge', 'j1'))).isNew).toBe(false)
  expect(wakeUps).toEqual(['once'])
})
