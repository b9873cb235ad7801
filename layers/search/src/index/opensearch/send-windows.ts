import { setTimeout as pause } from 'node:timers/promises'
import type { NewId } from '@signet/kernel'
import * as z from 'zod'
import type { CollectionClient, CollectionResponse } from './collection-client.ts'
import type { WindowDocument } from './window-document.ts'

/** Far below the 10 MiB that a collection accepts in one request. */
const REQUEST_BYTES_MAX = 4 * 1024 * 1024
const REQUEST_WINDOWS_MAX = 500
const DELETIONS_MAX = 1_000

const ATTEMPTS_MAX = 6
/** Average of the first random pause. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 200

const Item = z.object({ _id: z.string().optional(), status: z.int(), error: z.object({ type: z.string() }).optional() })
const BulkResponse = z.object({ items: z.array(z.record(z.string(), Item)) })
type Item = z.output<typeof Item>

export interface SendDeps {
  readonly collection: Pick<CollectionClient, 'bulk'>
  readonly newId: NewId
  readonly wait?: (ms: number) => Promise<unknown>
}

/** Stored windows with the ids that the collection assigned; `send` is the id of the request that sent a window. */
export interface StoredWindowIds {
  readonly stored: readonly { readonly document: WindowDocument; readonly id: string; readonly send: string }[]
  /** True if a request got no response: it may have stored windows under unknown ids. */
  readonly isUnsure: boolean
}

const isTransientStatus = (status: number): boolean => status === 429 || status >= 500

const permanentError = (status: number, type: string): Error =>
  new Error(`The collection refused a line with ${status} ${type}`)

/** Returns the items of a response, one per operation; undefined if nothing was stored and the request may be repeated. */
const itemsOf = ({ status, body }: CollectionResponse, operations: number): readonly Item[] | undefined => {
  if (status === 429) return undefined
  if (status >= 400) throw permanentError(status, 'for the whole request')
  const items = BulkResponse.parse(body).items.flatMap((item) => Object.values(item))
  if (items.length === operations) return items
  throw new Error(`The collection returned ${items.length} results for ${operations} lines`)
}

/** Sends one request; undefined without a response, or after a 5xx, after which windows may be stored. */
const sendRequest = async (collection: SendDeps['collection'], lines: readonly unknown[]) => {
  try {
    const response = await collection.bulk(lines)
    return response.status >= 500 ? undefined : response
  } catch {
    return undefined
  }
}

const pauseOrThrow = async ({ wait = (ms) => pause(ms * Math.random()) }: SendDeps, attempt: number): Promise<void> => {
  if (attempt === ATTEMPTS_MAX)
    throw Object.assign(new Error('The collection accepts no writes at the moment'), { name: 'SlowDown' })
  await wait(FIRST_PAUSE_MS * 2 ** attempt)
}

const groupsOf = (documents: readonly WindowDocument[]): WindowDocument[][] => {
  const groups: WindowDocument[][] = []
  let bytes = 0
  for (const document of documents) {
    // An estimate: two bytes per UTF-16 unit.
    const size = JSON.stringify(document).length * 2
    const lastGroup = groups.at(-1)
    if (lastGroup === undefined || lastGroup.length >= REQUEST_WINDOWS_MAX || bytes + size > REQUEST_BYTES_MAX) {
      groups.push([document])
      bytes = size
    } else {
      lastGroup.push(document)
      bytes += size
    }
  }
  return groups
}

/** Sends one group. Items with a temporary error are sent again in another request with a new id. */
const sendGroup = async (
  deps: SendDeps,
  group: readonly WindowDocument[],
  sharedFields: object,
): Promise<StoredWindowIds> => {
  const stored: StoredWindowIds['stored'][number][] = []
  let isUnsure = false
  let remaining = group
  for (let attempt = 1; remaining.length > 0; attempt++) {
    const send = deps.newId()
    const lines = remaining.flatMap((document) => [{ index: {} }, { ...document, ...sharedFields, send }])
    const response = await sendRequest(deps.collection, lines)
    if (response === undefined) isUnsure = true
    const items = response && itemsOf(response, remaining.length)
    const retryable: WindowDocument[] = []
    remaining.forEach((document, i) => {
      // Without items nothing is known to be stored, so every window is sent again.
      const { status, _id: id, error } = items?.[i] ?? { status: 429 }
      if (status < 300 && id !== undefined) stored.push({ document, id, send })
      else if (isTransientStatus(status)) retryable.push(document)
      else throw permanentError(status, error?.type ?? '')
    })
    remaining = retryable
    if (remaining.length > 0) await pauseOrThrow(deps, attempt)
  }
  return { stored, isUnsure }
}

/**
 * Sends windows; `sharedFields` is added to each.
 * @throws Error if a window is permanently refused; SlowDown after many attempts
 */
export const sendWindows = async (
  deps: SendDeps,
  documents: readonly WindowDocument[],
  sharedFields: object,
): Promise<StoredWindowIds> => {
  const results: StoredWindowIds[] = []
  for (const group of groupsOf(documents)) results.push(await sendGroup(deps, group, sharedFields))
  return { stored: results.flatMap(({ stored }) => stored), isUnsure: results.some(({ isUnsure }) => isUnsure) }
}

/** Deletes windows by their ids. Windows that do not exist are ignored. */
export const deleteWindows = async (deps: SendDeps, ids: readonly string[]): Promise<void> => {
  let attempt = 0
  for (let remaining = ids; remaining.length > 0; ) {
    const group = remaining.slice(0, DELETIONS_MAX)
    const response = await sendRequest(
      deps.collection,
      group.map((id) => ({ delete: { _id: id } })),
    )
    const items = response && itemsOf(response, group.length)
    const failed = group.filter((_, i) => {
      const { status, error } = items?.[i] ?? { status: 429 }
      if (status >= 300 && status !== 404 && !isTransientStatus(status)) throw permanentError(status, error?.type ?? '')
      return isTransientStatus(status)
    })
    remaining = [...failed, ...remaining.slice(DELETIONS_MAX)]
    if (failed.length > 0) await pauseOrThrow(deps, ++attempt)
    else attempt = 0
  }
}
