import { type Log, type RowOf, type RowTable, rowTable } from '@signet/kernel'
import {
  blind,
  checkpointText,
  type GrownTree,
  growingFiles,
  growTree,
  noteText,
  parseCheckpoint,
  parseNote,
  signNote,
  toBase64,
  toHex,
  verifyHostOf,
} from '@signet/receipts'
import { type KeySetDeps, keySet } from '@signet/receipts/issuing'
import { leafRow, logRow, logYear } from '@signet/receipts/rows'
import pMap from 'p-map'
import type { LeafPositionTable } from '../log/leaf-position-table.ts'
import type { LogObjects } from '../log/log-objects.ts'

export interface SequenceDeps extends KeySetDeps {
  /** Address at which receipts are verified; each yearly log keeps the address from its first day as its origin. */
  readonly issuer: string
  readonly objects: LogObjects
  readonly positions: LeafPositionTable
  readonly log: Pick<Log, 'info'>
  readonly batchMax?: number
}

/** The log would get two roots for one size. Nothing is signed until an operator has investigated. */
export class LogForked extends Error {
  override readonly name = 'LogForked'
}

type LogState = RowOf<typeof logRow>

const BATCH_MAX = 10_000
const AT_ONCE = 32
const NOTHING = new Uint8Array()
const PUBLISH_TRIES = 3

interface Parts extends SequenceDeps {
  readonly logs: RowTable<typeof logRow>
  readonly leaves: RowTable<typeof leafRow>
}

const stateOf = async ({ logs, ...deps }: Parts, year: string): Promise<LogState> => {
  const state = await logs.get({ year })
  if (state) return state
  const { signer } = await keySet(deps).current('log')
  const origin = `${verifyHostOf(deps.issuer)}/log/${year}`
  const empty = { origin, key: toBase64(signer.publicKey), size: 0, root: '' }
  await logs.putNew({ year }, empty)
  return (await logs.get({ year })) ?? empty
}

const nextBatch = async ({ objects, leaves, batchMax = BATCH_MAX }: Parts, year: string, size: number) => {
  const decided = await objects.batch(year, size)
  if (decided) return decided
  const { rows } = await leaves.page({ year }, { limit: batchMax })
  if (rows.length === 0) return undefined
  await objects.decide(
    year,
    size,
    rows.map(({ hash }) => hash),
  )
  return objects.batch(year, size)
}

/** @throws LogForked if the files of the log do not match its root. */
const grown = async (
  { objects }: Parts,
  year: string,
  { size, root }: LogState,
  hashes: readonly string[],
): Promise<GrownTree> => {
  const files = await pMap(growingFiles(size), async (path) => [path, await objects.read(year, path)] as const)
  const bytesOf = new Map(files)
  const read = (path: string): Uint8Array => bytesOf.get(path) ?? NOTHING
  if (size > 0 && toHex(growTree(size, [], read).root) !== root)
    throw new LogForked(`The files of the log of ${year} do not have the root ${root} at size ${size}`)
  const entries = hashes.map((hash) => blind('leaf', hash))
  return growTree(size, entries, read)
}

/**
 * Stores the next checkpoint before it is signed. False if the log has grown concurrently.
 * @throws LogForked if another root was stored for this size.
 */
const intend = async ({ logs }: Parts, year: string, state: LogState, tree: GrownTree): Promise<boolean> => {
  const intended = { size: tree.size, root: toHex(tree.root) }
  const before = state.intended
  if (before !== undefined) {
    if (before.size === intended.size && before.root === intended.root) return true
    throw new LogForked(`The log of ${year} intended ${before.root} at ${before.size}, and now ${intended.root}`)
  }
  return logs.replace({ year }, { ...state, intended }, { size: state.size, intended: undefined })
}

const sizeOf = (checkpoint: string): number => parseCheckpoint(parseNote(checkpoint).text).size

/** Signs the checkpoint and replaces the previous one. A published checkpoint is never withdrawn. */
const publish = async (parts: Parts, year: string, { origin, key }: LogState, { size, root }: GrownTree) => {
  const { signer } = await keySet(parts).current('log')
  if (toBase64(signer.publicKey) !== key) throw new Error(`The log of ${year} is signed by another key`)
  const sign = (message: Uint8Array) => signer.sign(message)
  const note = await signNote(checkpointText({ origin, size, root }), {
    name: origin,
    publicKey: signer.publicKey,
    sign,
  })
  const text = noteText(note)
  for (let tries = 0; tries < PUBLISH_TRIES; tries++) {
    const published = await parts.objects.checkpoint(year)
    // A concurrent worker publishes the same text for the same batch.
    if (published && sizeOf(published.text) >= size) return
    // The previous checkpoint may be cosigned concurrently.
    if (await parts.objects.publish(year, text, published?.version)) return
  }
  throw new Error(`The checkpoint of ${year} changed on every attempt`)
}

/** Returns the logs that can still grow: a receipt issued in the last moment of a year belongs to that year's log. */
export const logYears = (now: Date): readonly string[] => {
  const year = logYear(now.toISOString())
  return [String(Number(year) - 1), year]
}

const step = async (parts: Parts, year: string): Promise<number> => {
  const { objects, positions, logs, log } = parts
  const state = await stateOf(parts, year)
  const hashes = await nextBatch(parts, year, state.size)
  if (!hashes) return 0
  const tree = await grown(parts, year, state, hashes)
  if (!(await intend(parts, year, state, tree))) return 0
  await pMap(tree.files, ({ path, bytes }) => objects.write(year, path, bytes), { concurrency: AT_ONCE })
  await publish(parts, year, state, tree)
  await pMap(hashes, (hash, at) => positions.settle(hash, { year, index: state.size + at }), { concurrency: AT_ONCE })
  const { intended: _, ...rest } = state
  await logs.replace({ year }, { ...rest, size: tree.size, root: toHex(tree.root) }, { size: state.size })
  log.info('log grown', { year, size: tree.size, receipts: hashes.length })
  return hashes.length
}

/**
 * Adds pending receipts to the log in steps and returns their number. Each step is decided before any part of it is
 * visible, so a later run repeats the same step: workers can crash at any point and run concurrently.
 * @param mayGoOn called before each further step.
 * @throws LogForked if a size would get a second root.
 */
export const sequenceLog =
  (deps: SequenceDeps) =>
  async (mayGoOn: () => boolean = () => true): Promise<number> => {
    const parts = { ...deps, logs: rowTable(logRow, deps), leaves: rowTable(leafRow, deps) }
    let sequencedCount = 0
    for (const each of logYears(deps.now())) {
      const waits = async () => (await parts.leaves.page({ year: each }, { limit: 1 })).rows.length > 0
      const isAtWork = async () => (await parts.logs.get({ year: each }))?.intended !== undefined
      while (((await waits()) || (await isAtWork())) && (sequencedCount === 0 || mayGoOn())) {
        const count = await step(parts, each)
        sequencedCount += count
        if (count === 0) break
      }
    }
    return sequencedCount
  }
