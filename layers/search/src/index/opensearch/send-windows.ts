import { setTimeout as pause } from 'node:timers/promises'
import type { NewId } from '@signet/kernel'
import * as z from 'zod'
import type { CollectionAnswer, CollectionClient } from './collection-client.ts'
import type { WindowDocument } from './window-document.ts'

/** Far below the 10 MiB that a collection accepts in one request. */
const REQUEST_BYTES_MAX = 4 * 1024 * 1024
const REQUEST_WINDOWS_MAX = 500
const DELETIONS_MAX = 1_000

const ATTEMPTS_MAX = 6
const FIRST_PAUSE_MS = 200

const Item = z.object({ _id: z.string().optional(), status: z.int(), error: z.object({ type: z.string() }).optional() })
const Answer = z.object({ items: z.array(z.record(z.string(), Item)) })
type Item = z.output<typeof Item>

export interface SendDeps {
  readonly collection: Pick<CollectionClient, 'bulk'>
  readonly newId: NewId
  readonly wait?: (ms: number) => Promise<unknown>
}

/** Stored windows: their ids in the order of the windows, and the requests that sent them. */
export interface StoredWindowIds {
  readonly stored: readonly { readonly document: WindowDocument; readonly id: string; readonly send: string }[]
  /** True if a request got no response, so that it may have stored windows nevertheless. */
  readonly isUnsure: boolean
}

const isLater = (status: number): boolean => status === 429 || status >= 500

const refusedForGood = (status: number, type: string): Error =>
  new Error(`The collection refused a line with ${status} ${type}`)

/** Returns the items of a response, one per line; undefined if nothing was stored and all of it may be retried. */
const itemsOf = ({ status, body }: CollectionAnswer, lines: number): readonly Item[] | undefined => {
  if (status === 429) return undefined
  if (status >= 400) throw refusedForGood(status, 'for the whole request')
  const items = Answer.parse(body).items.flatMap((item) => Object.values(item))
  if (items.length === lines) return items
  throw new Error(`The collection returned ${items.length} results for ${lines} lines`)
}

/** Sends one request; undefined without a response, or for one from a gateway that does not know the outcome. */
const sendRequest = async (collection: SendDeps['collection'], lines: readonly unknown[]) => {
  try {
    const answer = await collection.bulk(lines)
    return answer.status >= 500 ? undefined : answer
  } catch {
    return undefined
  }
}

const paused = async ({ wait = (ms) => pause(ms * Math.random()) }: SendDeps, attempt: number): Promise<void> => {
  if (attempt === ATTEMPTS_MAX)
    throw Object.assign(new Error('The collection accepts no writes at the moment'), { name: 'SlowDown' })
  await wait(FIRST_PAUSE_MS * 2 ** attempt)
}

const groupsOf = (documents: readonly WindowDocument[]): WindowDocument[][] => {
  const groups: WindowDocument[][] = []
  let bytes = 0
  for (const document of documents) {
    const size = JSON.stringify(document).length * 2
    const open = groups.at(-1)
    if (open === undefined || open.length >= REQUEST_WINDOWS_MAX || bytes + size > REQUEST_BYTES_MAX) {
      groups.push([document])
      bytes = size
    } else {
      open.push(document)
      bytes += size
    }
  }
  return groups
}

/** Sends one group. Items with a temporary error are sent again separately; each request has its own name. */
const sendGroup = async (deps: SendDeps, group: readonly WindowDocument[], more: object): Promise<StoredWindowIds> => {
  const stored: StoredWindowIds['stored'][number][] = []
  let isUnsure = false
  let remaining = group
  for (let attempt = 1; remaining.length > 0; attempt++) {
    const send = deps.newId()
    const lines = remaining.flatMap((document) => [{ index: {} }, { ...document, ...more, send }])
    const answer = await sendRequest(deps.collection, lines)
    if (answer === undefined) isUnsure = true
    const items = answer && itemsOf(answer, remaining.length)
    const refused: WindowDocument[] = []
    remaining.forEach((document, i) => {
      const { status, _id: id, error } = items?.[i] ?? { status: 429 }
      if (status < 300 && id !== undefined) stored.push({ document, id, send })
      else if (isLater(status)) refused.push(document)
      else throw refusedForGood(status, error?.type ?? '')
    })
    remaining = refused
    if (remaining.length > 0) await paused(deps, attempt)
  }
  return { stored, isUnsure }
}

/**
 * Sends windows; `more` contains their shared members.
 * @throws Error if one is permanently refused; SlowDown after many attempts
 */
export const sendWindows = async (
  deps: SendDeps,
  documents: readonly WindowDocument[],
  more: object,
): Promise<StoredWindowIds> => {
  const sent: StoredWindowIds[] = []
  for (const group of groupsOf(documents)) sent.push(await sendGroup(deps, group, more))
  return { stored: sent.flatMap(({ stored }) => stored), isUnsure: sent.some(({ isUnsure }) => isUnsure) }
}

/** Deletes windows by their ids. Windows that do not exist are ignored. */
export const deleteWindows = async (deps: SendDeps, ids: readonly string[]): Promise<void> => {
  let attempt = 0
  for (let remaining = ids; remaining.length > 0; ) {
    const group = remaining.slice(0, DELETIONS_MAX)
    const answer = await sendRequest(
      deps.collection,
      group.map((id) => ({ delete: { _id: id } })),
    )
    const items = answer && itemsOf(answer, group.length)
    const failed = group.filter((_, i) => {
      const { status, error } = items?.[i] ?? { status: 429 }
      if (status >= 300 && status !== 404 && !isLater(status)) throw refusedForGood(status, error?.type ?? '')
      return isLater(status)
    })
    remaining = [...failed, ...remaining.slice(DELETIONS_MAX)]
    if (failed.length > 0) await paused(deps, ++attempt)
    else attempt = 0
  }
}
