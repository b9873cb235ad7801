import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { blind, CHAIN_START, type Predicate, type ReceiptKind, receiptHash, receiptKind, toHex } from '@signet/receipts'
import { type Issue, type IssuedReceipt, type IssuerDeps, receiptIssuer, requireIssued } from '@signet/receipts/issuing'
import { LocalEd25519Signer } from '@signet/receipts/local-signer'
import { chainRow, receiptKeyRow, receiptRow } from '@signet/receipts/rows'
import { expect } from 'vitest'
import * as z from 'zod'
import { type CrashPoint, crashPoint } from '../../../support/crash-point.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'

const newSigner = (): LocalEd25519Signer => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return new LocalEd25519Signer(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
}

/** Creates signers by key name. */
export const newSigners = () => {
  const keys: Readonly<Record<string, LocalEd25519Signer>> = {
    'receipts-1': newSigner(),
    'receipts-2': newSigner(),
    'receipt-log': newSigner(),
  }
  return async (name: string): Promise<LocalEd25519Signer> => {
    const key = keys[name]
    if (!key) throw new Error(`The key ${name} does not exist`)
    return key
  }
}

/** Signers shared by all tests, because a table rejects other keys with the same names. */
export const SIGNERS = newSigners()

/** A private kind and a public one. */
export const IMAGE = receiptKind({
  kind: 'image',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'image',
  claims: z.strictObject({ model: z.string(), prompt: z.string() }),
})
export const STATEMENT = receiptKind({
  kind: 'ledger.statement',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'postings',
  claims: z.strictObject({ month: z.string() }),
  result: ['credits'],
})

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the issue input for an image, by job ID. */
export const ofJob = (org: string, job: string) => ({
  org,
  key: `image:${job}`,
  ref: job,
  subject: { sha256: sha256(job) },
  claims: { model: 'flux', prompt: 'a hive of bees' },
})

let time = Date.parse('2026-11-20T10:00:00.000Z')
/** Clock that advances by a millisecond per call. */
export const ticking = (): Date => new Date(time++)

type Clients = Pick<TableWorld, 'db'>

/** Returns the dependencies of an issuer that retries without pauses. */
export const issuerDeps = (world: Clients, overrides: Partial<IssuerDeps> = {}): IssuerDeps => ({
  db: world.db,
  table: TABLE,
  now: ticking,
  backoff: { sleep: async () => undefined, random: Math.random },
  issuer: 'https://signet.example',
  signers: SIGNERS,
  pepper: async () => 'the pepper of the tests',
  randomBytes,
  ...overrides,
})

/** Returns an issuing function that, as in a worker, throws a refusal. */
export const issuerIn = (world: Clients, overrides: Partial<IssuerDeps> = {}) => {
  const issue = receiptIssuer(issuerDeps(world, overrides))
  return async <Kind extends ReceiptKind>(kind: Kind, input: Issue<Kind>): Promise<IssuedReceipt> =>
    requireIssued(await issue(kind, input))
}

/** Error of `issuerIn` for too many concurrent receipts. */
export const CONFLICT = { cause: { code: 'receipt_conflict' } }

/** Client whose calls pass the crash point. */
export const under = ({ db }: Clients, { around }: CrashPoint): DynamoDBDocumentClient => {
  const send = (command: never) => around(() => db.send(command))
  return new Proxy(db, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) })
}

/** Returns a crash point that never crashes, for counting calls. */
export const noCrash = (): CrashPoint => crashPoint(Number.POSITIVE_INFINITY, 'before')

export const predicateOf = (payload: string): Predicate =>
  (JSON.parse(Buffer.from(payload, 'base64').toString()) as { predicate: Predicate }).predicate

type StoredItem = Awaited<ReturnType<TableWorld['rows']>>[number]

/** Returns the pending receipts of the log of a year, read once. */
const pendingLeavesReader = (world: TableWorld) => {
  const years = new Map<string, Promise<ReadonlySet<unknown>>>()
  const read = async (year: string) => new Set((await world.partition(`RECEIPTLEAF#${year}`)).map(({ hash }) => hash))
  return (year: string): Promise<ReadonlySet<unknown>> => {
    const leaves = years.get(year) ?? read(year)
    years.set(year, leaves)
    return leaves
  }
}

/** Returns all receipts of an organization in order, after checking each chain link and dependent row. */
export const expectWholeChain = async (world: TableWorld, org: string, rows?: readonly StoredItem[]) => {
  const deps = { db: world.db, table: TABLE, now: () => new Date() }
  const list = (await world.partition(`RECEIPTS#${org}/all`)).map(({ hash }) => hash)
  expect(new Set(list).size).toBe(list.length)
  const leaves = pendingLeavesReader(world)
  const receipts = (rows ?? (await world.rows('RECEIPT#')))
    .filter((row) => row.org === org)
    .toSorted((a, b) => Number(a.seq) - Number(b.seq))
  let previousHash: string | undefined
  for (const [index, { pk, payload, seq, issued_at }] of receipts.entries()) {
    const hash = String(pk).slice('RECEIPT#'.length)
    const { chain } = predicateOf(String(payload))
    expect(receiptHash(Buffer.from(String(payload), 'base64'))).toBe(hash)
    expect([seq, chain.seq]).toEqual([index + 1, index + 1])
    expect(chain.prev).toBe(previousHash === undefined ? CHAIN_START : toHex(blind('chain', previousHash)))
    expect([list.includes(hash), (await leaves(String(issued_at).slice(0, 4))).has(hash)]).toEqual([true, true])
    previousHash = hash
  }
  expect((await rowTable(chainRow, deps).get({ org }))?.head).toBe(previousHash)
  const keys = (await world.partition(`RECEIPTKEY#${org}`)).map(({ hash }) => String(hash))
  expect(keys.toSorted()).toEqual(receipts.map(({ pk }) => String(pk).slice('RECEIPT#'.length)).toSorted())
  return receipts
}

/** Returns the receipt of an idempotency key. */
export const receiptOf = async (world: Clients, org: string, key: string) => {
  const deps = { db: world.db, table: TABLE, now: () => new Date() }
  const keyRow = await rowTable(receiptKeyRow, deps).get({ org, key })
  return keyRow && rowTable(receiptRow, deps).get({ hash: keyRow.hash })
}

/** Signers whose calls pass the crash point. */
export const signersUnder = ({ around }: CrashPoint) =>
  (async (name: string) => {
    const signer = await SIGNERS(name)
    const sign = (message: Uint8Array) => around(() => signer.sign(message)) as Promise<Uint8Array>
    return { kid: signer.kid, publicKey: signer.publicKey, sign }
  }) satisfies IssuerDeps['signers']
