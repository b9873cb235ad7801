import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES, parse$Entities, textOf, UnusableFile } from './$kebab/parse-$kebabs.ts'
import { TooLarge } from './objects/objects.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import { once } from './records/once.ts'

export interface ArrivedFile {
  readonly key: string
  readonly size: number
  readonly etag: string
}

const fileOf = (body: unknown): ArrivedFile => {
  const { key, size, etag } = (body ?? {}) as Partial<ArrivedFile>
  if (typeof key !== 'string' || typeof etag !== 'string' || typeof size !== 'number')
    throw new Unusable('The message has no file')
  if (!key.startsWith('incoming/') || key === 'incoming/' || key.length > 900)
    throw new Unusable('The file is not below incoming/')
  return { key, size, etag }
}

const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** Whether results can have the same name. A file with any other name only gets a report with a generated name. */
const isPlain = (key: string): boolean => /^incoming([/][A-Za-z0-9._=-]+)+$/.test(key) && !key.includes('..')

const resultKey = (prefix: 'accepted' | 'reports', key: string): string =>
  isPlain(key)
    ? `${key.replace(/^incoming/, prefix)}.json`
    : `${prefix}/unnamed-${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`

/**
 * Processes a file and returns its report. Returns undefined if the file was deleted or replaced; a replacement has its
 * own event.
 */
const report = async ({ key, etag }: ArrivedFile, deps: Deps): Promise<Record<string, unknown> | undefined> => {
  if (!isPlain(key))
    return { file: key, state: 'refused', reason: 'The name may only contain letters, digits and ._=-/' }
  try {
    const bytes = await deps.objects.get(key, MAX_FILE_BYTES, etag)
    if (bytes === undefined) return undefined
    const { accepted, rejected } = parse$Entities(textOf(bytes))
    await deps.objects.put(resultKey('accepted', key), jsonBytes(accepted), 'application/json')
    return {
      file: key,
      state: 'read',
      accepted: accepted.length,
      rejected: rejected.slice(0, 1_000),
      rejected_count: rejected.length,
    }
  } catch (error) {
    if (error instanceof UnusableFile || error instanceof TooLarge)
      return { file: key, state: 'refused', reason: error.message }
    throw error
  }
}

/** Processes one file. The same content under the same key is processed once, and a new version again. */
export const file = async ({ body }: Message, deps: Deps): Promise<void> => {
  const arrivedFile = fileOf(body)
  const { key, etag } = arrivedFile
  await once(deps.records, `${key}#${etag}`, deps.now, async () => {
    const result = await report(arrivedFile, deps)
    if (result === undefined) return deps.log({ event: 'file', key, state: 'gone' })
    await deps.objects.put(resultKey('reports', key), jsonBytes(result), 'application/json')
    const { state, accepted = 0, rejected_count: rejected = 0 } = result
    deps.log({ event: 'file', key, state, accepted, rejected })
  })
}
