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
  /**
   * URL at which receipts are verified. The origin of a yearly log contains the host of this URL on the first day of
   * the log.
   */
  readonly issuer: string
  readonly objects: LogObjects
  readonly positions: LeafPositionTable
  readonly log: Pick<Log, 'info'>
  readonly batchMax?: number
}

/** The log would get two roots for one size. Nothing is signed until an operator resolves this. */
export class LogForked extends Error {
  override readonly name = 'LogForked'
}

type LogState = RowOf<typeof logRow>

const BATCH_MAX = 10_000
const WRITE_CONCURRENCY = 32
const MISSING_FILE = new Uint8Array()
const PUBLISH_ATTEMPTS_MAX = 3

interface SequenceContext extends SequenceDeps {
  readonly logs: RowTable<typeof logRow>
  readonly leaves: RowTable<typeof leafRow>
}

const readOrCreateState = async ({ logs, ...deps }: SequenceContext, year: string): Promise<LogState> => {
  const state = await logs.get({ year })
  if (state) return state
  const { signer } = await keySet(deps).current('log')
  const origin = `${verifyHostOf(deps.issuer)}/log/${year}`
  const empty = { origin, key: toBase64(signer.publicKey), size: 0, root: '' }
  await logs.putNew({ year }, empty)
  return (await logs.get({ year })) ?? empty
}

const nextBatch = async ({ objects, leaves, batchMax = BATCH_MAX }: SequenceContext, year: string, size: number) => {
  const fixedBatch = await objects.nextBatch(year, size)
  if (fixedBatch) return fixedBatch
  const { rows } = await leaves.page({ year }, { limit: batchMax })
  if (rows.length === 0) return undefined
  await objects.fixNextBatch(
    year,
    size,
    rows.map(({ hash }) => hash),
  )
  return objects.nextBatch(year, size)
}

/** @throws LogForked if the files of the log do not match its root. */
const growLog = async (
  { objects }: SequenceContext,
  year: string,
  { size, root }: LogState,
  hashes: readonly string[],
): Promise<GrownTree> => {
  const files = await pMap(growingFiles(size), async (path) => [path, await objects.read(year, path)] as const)
  const bytesByPath = new Map(files)
  const read = (path: string): Uint8Array => bytesByPath.get(path) ?? MISSING_FILE
  if (size > 0 && toHex(growTree(size, [], read).root) !== root)
    throw new LogForked(`The files of the log of ${year} do not have the root ${root} at size ${size}`)
  const entries = hashes.map((hash) => blind('leaf', hash))
  return growTree(size, entries, read)
}

/**
 * Stores size and root of the next checkpoint before it is signed. Returns false if the log has grown concurrently.
 * @throws LogForked if another next checkpoint is already stored
 */
const storeIntention = async (
  { logs }: SequenceContext,
  year: string,
  state: LogState,
  tree: GrownTree,
): Promise<boolean> => {
  const intended = { size: tree.size, root: toHex(tree.root) }
  const earlierIntention = state.intended
  if (earlierIntention !== undefined) {
    if (earlierIntention.size === intended.size && earlierIntention.root === intended.root) return true
    throw new LogForked(
      `The log of ${year} intended ${earlierIntention.root} at ${earlierIntention.size}, and now ${intended.root}`,
    )
  }
  return logs.replace({ year }, { ...state, intended }, { size: state.size, intended: undefined })
}

const sizeOf = (checkpoint: string): number => parseCheckpoint(parseNote(checkpoint).text).size

/** Signs the checkpoint and replaces the previous one. A published checkpoint is never withdrawn. */
const publish = async (
  context: SequenceContext,
  year: string,
  { origin, key }: LogState,
  { size, root }: GrownTree,
) => {
  const { signer } = await keySet(context).current('log')
  if (toBase64(signer.publicKey) !== key) throw new Error(`The log of ${year} is signed by another key`)
  const sign = (message: Uint8Array) => signer.sign(message)
  const note = await signNote(checkpointText({ origin, size, root }), {
    name: origin,
    publicKey: signer.publicKey,
    sign,
  })
  const text = noteText(note)
  for (let attempt = 0; attempt < PUBLISH_ATTEMPTS_MAX; attempt++) {
    const published = await context.objects.checkpoint(year)
    // A concurrent worker publishes the same text for the same batch.
    if (published && sizeOf(published.text) >= size) return
    // The previous checkpoint may be cosigned concurrently.
    if (await context.objects.replaceCheckpoint(year, text, published?.version)) return
  }
  throw new Error(`The checkpoint of ${year} changed on every attempt`)
}

/** Returns the years whose logs can still grow: a receipt from the end of last year belongs to that year's log. */
export const logYears = (now: Date): readonly string[] => {
  const year = logYear(now.toISOString())
  return [String(Number(year) - 1), year]
}

const sequenceBatch = async (context: SequenceContext, year: string): Promise<number> => {
  const { objects, positions, logs, log } = context
  const state = await readOrCreateState(context, year)
  const hashes = await nextBatch(context, year, state.size)
  if (!hashes) return 0
  const tree = await growLog(context, year, state, hashes)
  if (!(await storeIntention(context, year, state, tree))) return 0
  await pMap(tree.files, ({ path, bytes }) => objects.write(year, path, bytes), { concurrency: WRITE_CONCURRENCY })
  await publish(context, year, state, tree)
  await pMap(hashes, (hash, index) => positions.storePosition(hash, { year, index: state.size + index }), {
    concurrency: WRITE_CONCURRENCY,
  })
  const { intended: _, ...stateWithoutIntention } = state
  await logs.replace(
    { year },
    { ...stateWithoutIntention, size: tree.size, root: toHex(tree.root) },
    { size: state.size },
  )
  log.info('log grown', { year, size: tree.size, receipts: hashes.length })
  return hashes.length
}

/**
 * Adds pending receipts to the log in batches and returns their number. Each batch is fixed before any part of it is
 * visible, so that a later run repeats the same batch. Workers can crash at any point and run concurrently.
 * @param mayContinue called before each batch after the first
 * @throws LogForked if a size would get a second root.
 */
export const sequenceLog =
  (deps: SequenceDeps) =>
  async (mayContinue: () => boolean = () => true): Promise<number> => {
    const context = { ...deps, logs: rowTable(logRow, deps), leaves: rowTable(leafRow, deps) }
    let sequencedCount = 0
    for (const year of logYears(deps.now())) {
      const hasPendingLeaves = async () => (await context.leaves.page({ year }, { limit: 1 })).rows.length > 0
      const hasUnfinishedBatch = async () => (await context.logs.get({ year }))?.intended !== undefined
      while (((await hasPendingLeaves()) || (await hasUnfinishedBatch())) && (sequencedCount === 0 || mayContinue())) {
        const count = await sequenceBatch(context, year)
        sequencedCount += count
        if (count === 0) break
      }
    }
    return sequencedCount
  }
