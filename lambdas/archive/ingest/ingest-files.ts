import type { Position } from '@signet/chat-exports'
import { ERRORS_SHOWN } from '../contract/uploads.ts'
import { type Batch, fileBatches } from './batches.ts'
import type { ReadableFile } from './file-chunks.ts'
import { placeIn, positionOf } from './find-files.ts'
import { bytesBefore, counted, withShapes } from './ingest-progress.ts'
import { ingestSlices } from './ingest-slices.ts'
import type { IngestRow } from './ingest-table.ts'
import { ingest, type Outcome, type Run } from './run.ts'
import { threadBatches } from './threads.ts'

/** A place before the first line of a thread. */
const firstFragment = (row: IngestRow, { from, entries }: Batch): IngestRow['fragments_from'] =>
  row.fragments_from ?? (entries.some(({ outcome }) => outcome.kind === 'fragment') ? from : undefined)

const endOf = ({ bytes }: ReadableFile): IngestRow['place'] => ({ offset: bytes, root: 'lines', index: 0 })

/** A member of a ZIP that is no JSON counts as one item that is not understood. */
const passOver = async ({ held }: Run<IngestRow>, file: ReadableFile): Promise<void> => {
  const { counts, errors, file: at } = held.row
  const error = { file: at, index: 0, start: 0, end: file.bytes, code: 'unknown_shape' }
  await held.save({
    counts: { ...counts, seen: counts.seen + 1, unsupported: counts.unsupported + 1 },
    ...withShapes(held.row, [{ ...error, keys: [], count: 1 }]),
    errors: [...errors, error].slice(0, ERRORS_SHOWN),
    place: endOf(file),
  })
}

/** Reads the items of a file from a place on, batch by batch. */
const ingestRest = async (run: Run<IngestRow>, file: ReadableFile, from: Position): Promise<Outcome> => {
  const { deps, held, isTimeUp } = run
  const rest = { end: file.bytes, deferred: [] }
  for await (const batch of fileBatches(deps.bucket, file, from, rest, deps.limits)) {
    const fragment = firstFragment(held.row, batch)
    const result = await ingest(run, batch)
    await held.save({
      ...counted(held.row, result, deps.now()),
      place: batch.next,
      bytes_done: bytesBefore(held.row) + batch.next.offset,
      ...(fragment === undefined ? {} : { fragments_from: fragment }),
    })
    if (isTimeUp()) return 'time is up'
  }
  return 'done'
}

/** Reads the items of a file, with several workers while much of it is left. */
const ingestItems = async (run: Run<IngestRow>, file: ReadableFile): Promise<Outcome> => {
  const { deps, held, isTimeUp } = run
  for (;;) {
    const from = await placeIn(deps.bucket, held.row, file)
    if (!from) {
      await passOver(run, file)
      return 'done'
    }
    if (file.bytes - from.offset < deps.limits.slices.from) return ingestRest(run, file, from)
    const outcome = await ingestSlices(run, file, from)
    if (outcome !== 'done') return outcome
    if (isTimeUp()) return 'time is up'
  }
}

/** Assembles the threads of a file's lines. */
const ingestThreads = async (run: Run<IngestRow>, file: ReadableFile): Promise<Outcome> => {
  const { deps, held, isTimeUp } = run
  const { fragments_from, threads_done = 0 } = held.row
  if (fragments_from === undefined) return 'done'
  const from = positionOf(fragments_from)
  for await (const batch of threadBatches(deps.bucket, file, from, threads_done, deps.limits)) {
    const result = await ingest(run, batch)
    const done = (held.row.threads_done ?? 0) + batch.entries.length
    await held.save({ ...counted(held.row, result, deps.now()), threads_done: done })
    if (isTimeUp()) return 'time is up'
  }
  return 'done'
}

const nextFile = (row: IngestRow): IngestRow => {
  const { place: _place, fragments_from: _from, threads_done: _done, ...rest } = row
  return { ...rest, file: row.file + 1 }
}

/** Reads all files of an import, one after the other. */
export const ingestFiles = async (run: Run<IngestRow>): Promise<Outcome> => {
  const { held, isTimeUp } = run
  for (;;) {
    const { files = [], file: at } = held.row
    const file = files[at]
    if (!file) return 'done'
    for (const step of [ingestItems, ingestThreads]) {
      const outcome = await step(run, file)
      if (outcome !== 'done') return outcome
    }
    const cleared = { place: undefined, fragments_from: undefined, threads_done: undefined }
    await held.save({
      ...cleared,
      ...nextFile(held.row),
      bytes_done: bytesBefore(nextFile(held.row)),
    } as Partial<IngestRow>)
    if (isTimeUp()) return 'time is up'
  }
}
