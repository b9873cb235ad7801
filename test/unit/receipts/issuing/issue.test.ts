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

const ownRow = rowKind({
  name: 'Row of a caller',
  owner: 'platform',
  prefix: 'CALLER#',
  keys: { pk: '<id>', sk: 'ROW' },
  keep: 'for ever',
  schema: z.object({ receipt: z.string() }),
})

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const tableOf = <R extends Parameters<typeof rowTable>[0]>(kind: R) =>
  rowTable(kind, { db: world.db, table: TABLE, now: ticking })

describe('a receipt that is issued', () => {
  it('is signed by the first key, names what it is about, and stands in the lists and in the outbox of the log', async () => {
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
    // Neither the pepper itself nor the organization is in it.
    expect(predicate.tenant).not.toBe(tenantTag(Buffer.from('the pepper of the tests'), 'ada'))
    // What is random may spell anything.
    const { nonce, claims, ...told } = predicate
    const { commitment, ...ofClaims } = claims as typeof claims & { readonly commitment?: string }
    expect([nonce.length, commitment?.length]).toEqual([22, 64])
    expect(JSON.stringify({ told, ofClaims })).not.toMatch(/ada|bees|flux|j1/)
    for (const list of ['all', 'image', sha256('j1')])
      expect((await world.partition(`RECEIPTS#ada/${list}`)).map((entry) => entry.hash)).toEqual([hash])
  })

  it('has a row of its own that opens private claims, for as long as it is told', async () => {
    const opensUntil = new Date(Date.now() + 3_600_000)
    const issue = issuerIn(world)
    const { hash } = await issue(IMAGE, { ...ofJob('opener', 'j1'), opensUntil })
    const forever = await issue(IMAGE, ofJob('opener', 'j2'))
    const opening = await tableOf(openingRow).get({ hash })
    const row = await receiptOf(world, 'opener', 'image:j1')
    const { claims } = predicateOf(row?.payload ?? '')
    const shown = { salt: opening?.salt ?? '', claims: JSON.parse(opening?.claims ?? '') as unknown }
    expect(opens(claims, shown)).toBe(true)
    expect(shown.claims).toEqual({ model: 'flux', prompt: 'a hive of bees' })
    const ttls = (await world.rows('RECEIPTOPENING#')).map(({ pk, ttl }) => [pk, ttl])
    expect(ttls).toContainEqual([`RECEIPTOPENING#${hash}`, Math.floor(opensUntil.getTime() / 1000)])
    expect(ttls).toContainEqual([`RECEIPTOPENING#${forever.hash}`, 253_402_300_799])
  })

  it('holds public claims beside it, and integers in it', async () => {
    const issue = { org: 'public', key: 'ledger.statement:2026-10', subject: { sha256: sha256('postings') } }
    await issuerIn(world)(STATEMENT, { ...issue, claims: { month: '2026-10' }, result: { credits: 7 } })
    const row = await receiptOf(world, 'public', issue.key)
    expect(row).toMatchObject({ claims: '{"month":"2026-10"}', visibility: 'public' })
    expect(predicateOf(row?.payload ?? '').result).toEqual({ credits: 7 })
    expect((await world.rows('RECEIPTOPENING#')).filter(({ org }) => org === 'public')).toEqual([])
  })

  it('is the only one of its key, however often and by whomever that is asked for', async () => {
    const issue = issuerIn(world)
    const first = await issue(IMAGE, ofJob('twice', 'j1'))
    expect(await issue(IMAGE, ofJob('twice', 'j1'))).toEqual({ hash: first.hash, isNew: false })
    const both = await Promise.all(['a', 'b', 'c'].map(() => issuerIn(world)(IMAGE, ofJob('twice', 'j2'))))
    expect(new Set(both.map(({ hash }) => hash)).size).toBe(1)
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await expectWholeChain(world, 'twice')).toHaveLength(2)
    // The key of another organization is another key.
    expect((await issue(IMAGE, ofJob('other', 'j1'))).isNew).toBe(true)
  })

  it('is not older than the one before it, whatever a clock says', async () => {
    const late = () => new Date('2026-11-20T09:58:00.000Z')
    await issuerIn(world, { now: () => new Date('2026-11-20T10:30:00.000Z') })(IMAGE, ofJob('clocks', 'j1'))
    await issuerIn(world, { now: late })(IMAGE, ofJob('clocks', 'j2'))
    const rows = await expectWholeChain(world, 'clocks')
    expect(rows.map(({ issued_at }) => issued_at)).toEqual(Array(2).fill('2026-11-20T10:30:00.000Z'))
  })

  it('refuses claims that its kind does not know, before anything is written', async () => {
    const claims = { ...ofJob('bad', 'j1').claims, size: 3 }
    await expect(issuerIn(world)(IMAGE, { ...ofJob('bad', 'j1'), claims })).rejects.toThrow('size')
    expect(await world.partition('RECEIPTCHAIN#bad')).toEqual([])
  })
})

describe('many at once in one organization', () => {
  it('50 requests: each gets a receipt or 409 receipt_conflict, and the chain has no gap', async () => {
    const jobs = Array.from({ length: 50 }, (_, at) => `j${at}`)
    const all = await Promise.allSettled(jobs.map((job) => issuerIn(world)(IMAGE, ofJob('busy', job))))
    const issued = all.filter(({ status }) => status === 'fulfilled').length
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject(CONFLICT)
    expect(issued).toBeGreaterThan(0)
    expect(await expectWholeChain(world, 'busy')).toHaveLength(issued)
    // Who was refused asks again.
    for (const job of jobs) await issuerIn(world)(IMAGE, ofJob('busy', job))
    expect(await expectWholeChain(world, 'busy')).toHaveLength(50)
  })

  it('pauses before each further try, longer every time, and gives up after five', async () => {
    const pauses: number[] = []
    const issue = issuerIn(world, {
      backoff: { sleep: async (ms) => void pauses.push(ms), random: () => 1 },
      signers: async (name) => {
        // Another is always first.
        await issuerIn(world)(IMAGE, ofJob('slow', `other ${pauses.length}`))
        return SIGNERS(name)
      },
    })
    await expect(issue(IMAGE, ofJob('slow', 'j1'))).rejects.toMatchObject(CONFLICT)
    expect(pauses).toEqual([100, 200, 400, 800])
  })
})

describe('rows of the caller', () => {
  const own = () => tableOf(ownRow)

  it('are written with the receipt, whose hash they hold', async () => {
    const steps = (receipt: string) => [own().steps.putNew({ id: 'one' }, { receipt })]
    const { hash } = await issuerIn(world)(IMAGE, { ...ofJob('caller', 'j1'), steps })
    expect(await own().get({ id: 'one' })).toEqual({ receipt: hash })
  })

  it('keep the receipt from being when they do not stand as they must', async () => {
    const steps = (receipt: string) => [own().steps.putNew({ id: 'one' }, { receipt })]
    const both = (receipt: string) => [own().steps.putNew({ id: 'two' }, { receipt }), ...steps(receipt)]
    const refused = await issuerIn(world)(IMAGE, { ...ofJob('caller', 'j2'), steps: both }).catch((error) => error)
    expect(refused).toBeInstanceOf(ReceiptStepsRefused)
    expect([refused.refused.length, await own().get({ id: 'two' })]).toEqual([1, undefined])
    expect(await receiptOf(world, 'caller', 'image:j2')).toBeUndefined()
    // Who comes again for what is done gets the receipt of then.
    expect((await issuerIn(world)(IMAGE, { ...ofJob('caller', 'j1'), steps })).isNew).toBe(false)
  })
})

it('tells the log of a new receipt, and does not mind when it cannot', async () => {
  const nudged: string[] = []
  const nudge = async () => {
    nudged.push('once')
    throw new Error('the queue is away')
  }
  const issue = issuerIn(world, { nudge })
  expect((await issue(IMAGE, ofJob('nudge', 'j1'))).isNew).toBe(true)
  expect((await issue(IMAGE, ofJob('nudge', 'j1'))).isNew).toBe(false)
  expect(nudged).toEqual(['once'])
})
