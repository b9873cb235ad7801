import { code } from '../../code.ts'

export const rules = code`
/** A $noun as both systems know it. */
export interface Synced$Entity {
  readonly id: string
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

export type Change =
  | { readonly kind: 'create'; readonly id: string; readonly fields: Synced$Entity['fields'] }
  | { readonly kind: 'update'; readonly id: string; readonly fields: Synced$Entity['fields'] }
  | { readonly kind: 'delete'; readonly id: string }

export class TooManyDeletions extends Error {
  constructor(deletions: number, known: number) {
    super(deletions + ' of ' + known + ' would be deleted: look at the source first, then at MAX_DELETED_PERCENT')
    this.name = 'TooManyDeletions'
  }
}

const isSame = (a: Synced$Entity['fields'], b: Synced$Entity['fields']): boolean => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}

/** Most that one run may delete: a share of the target, but one at least. An empty source deletes nothing, and 0 % never any. */
const mostDeletions = (wanted: number, there: number, maxDeletedPercent: number): number =>
  wanted === 0 || maxDeletedPercent === 0 ? 0 : Math.max(1, Math.floor((there * maxDeletedPercent) / 100))

/**
 * What makes the target like the source. The source wins, also where the target was changed since. Ids in the order of their
 * code units, so that the same two states have the same plan.
 * @throws TooManyDeletions when the source looks broken rather than changed.
 */
export const plan$EntityChanges = (
  source: readonly Synced$Entity[],
  target: readonly Synced$Entity[],
  maxDeletedPercent: number,
): readonly Change[] => {
  const there = new Map(target.map((each) => [each.id, each]))
  const wanted = new Map(source.map((each) => [each.id, each]))
  const gone = [...there.keys()].filter((id) => !wanted.has(id))
  if (gone.length > mostDeletions(wanted.size, there.size, maxDeletedPercent)) throw new TooManyDeletions(gone.length, there.size)
  const changes = [...wanted.values()].flatMap(({ id, fields }): Change[] => {
    const known = there.get(id)
    if (known === undefined) return [{ kind: 'create', id, fields }]
    return isSame(known.fields, fields) ? [] : [{ kind: 'update', id, fields }]
  })
  return [...changes, ...gone.map((id): Change => ({ kind: 'delete', id }))].sort((a, b) => (a.id < b.id ? -1 : 1))
}

export interface Page {
  readonly items: readonly Synced$Entity[]
  readonly next?: string
}

/** A page {items: [{id, fields}], next?}. @throws TypeError for one of another form: then nothing is planned. */
export const readPage = (value: unknown): Page => {
  const { items, next } = (value ?? {}) as { items?: unknown; next?: unknown }
  if (!Array.isArray(items)) throw new TypeError('A page has no items')
  const read = items.map((item: unknown): Synced$Entity => {
    const { id, fields } = (item ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || !/^[A-Za-z0-9._:-]{1,100}$/.test(id)) throw new TypeError('An item has no usable id')
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new TypeError('An item has no fields')
    for (const field of Object.values(fields))
      if (!['string', 'number', 'boolean'].includes(typeof field)) throw new TypeError('An item has a field that is no text, number or yes/no')
    return { id, fields: fields as Synced$Entity['fields'] }
  })
  return { items: read, ...(typeof next === 'string' && next !== '' ? { next } : {}) }
}
`

export const handler = code`
import { type Change, plan$EntityChanges, readPage, type Synced$Entity } from './$kebab/plan-$kebab-changes.ts'
import type { Deps } from './ports.ts'
import { once } from './records/once.ts'
import { withRetries } from './retry/backoff.ts'

type System = 'SOURCE' | 'TARGET'

const MAX_PAGES = 200
/** A run ends itself before its function is stopped: what it has not come to is left to the next. */
export const RUN_MS = 480_000
const RUNS = '$kebab-runs'
const KEPT_MS = 30 * 86_400_000

class Answered extends Error {
  constructor(system: System, status: number) {
    super(system + ' answered ' + status)
    this.name = 'Answered'
  }
}

const tokenOf = async (system: System, deps: Deps): Promise<string> => {
  const token = await deps.secret(system + '_TOKEN')
  // A header that cannot be sent is told by its value, and that would be logged.
  if (!/^[\\x21-\\x7e]+$/.test(token)) throw new Error(system + '_TOKEN is no token')
  return token
}

const ask = async (system: System, path: string, init: RequestInit, deps: Deps): Promise<Response> => {
  const { sleep, random } = deps
  return withRetries(async () => {
    const headers = { ...init.headers, authorization: 'Bearer ' + (await tokenOf(system, deps)) }
    const response = await deps.fetch(deps.setting(system + '_URL') + path, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    // A redirect is no answer: tokens follow none. Workers know "manual" alone.
    if (response.status >= 500 || response.status === 429 || (response.status >= 300 && response.status < 400)) throw new Answered(system, response.status)
    return response
  }, { attempts: 4, sleep, random })
}

const pageOf = async (system: System, response: Response): Promise<unknown> => {
  if (!response.ok) throw new Answered(system, response.status)
  try {
    return await response.json()
  } catch {
    // The parser's message would quote the body.
    throw new TypeError(system + ' sent a page that is no JSON')
  }
}

/** All of a system: either every page, or a fault. Half a source would delete half a target. */
const readAll = async (system: System, deps: Deps, until: number): Promise<readonly Synced$Entity[]> => {
  const all: Synced$Entity[] = []
  let cursor = ''
  for (let page = 0; page < MAX_PAGES && deps.now() < until; page++) {
    const response = await ask(system, cursor === '' ? '' : '?cursor=' + encodeURIComponent(cursor), { method: 'GET' }, deps)
    const { items, next } = readPage(await pageOf(system, response))
    all.push(...items)
    if (next === undefined) return all
    cursor = next
  }
  throw new Error(system + ' has more than ' + MAX_PAGES + ' pages, or takes too long')
}

/** Makes one change. PUT and DELETE bear a repetition, so a run that died does no harm when it is run again. */
const apply = async (change: Change, deps: Deps): Promise<void> => {
  const path = '/' + encodeURIComponent(change.id)
  const response =
    change.kind === 'delete'
      ? await ask('TARGET', path, { method: 'DELETE' }, deps)
      : await ask('TARGET', path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ fields: change.fields }) }, deps)
  const isGone = change.kind === 'delete' && response.status === 404
  if (!response.ok && !isGone) throw new Answered('TARGET', response.status)
}

/** What a run has come to. */
interface Run {
  source: number
  target: number
  changes: number
  made: number
  /** What the target did not take, each with its reason. */
  readonly failed: string[]
}

const maxDeletedPercent = (deps: Deps): number => {
  const percent = Number(deps.setting('MAX_DELETED_PERCENT'))
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) throw new Error('MAX_DELETED_PERCENT must be a whole number from 0 to 100')
  return percent
}

/** Reads both, plans, changes. Whatever one change fails of, the others are tried. */
const work = async (deps: Deps, run: Run): Promise<void> => {
  const until = deps.now() + RUN_MS
  const source = await readAll('SOURCE', deps, until)
  run.source = source.length
  const target = await readAll('TARGET', deps, until)
  run.target = target.length
  const changes = plan$EntityChanges(source, target, maxDeletedPercent(deps))
  run.changes = changes.length
  // Each run begins elsewhere, so that changes that take long hold up the same others but once.
  const first = Math.floor(deps.random() * changes.length)
  for (const change of [...changes.slice(first), ...changes.slice(0, first)]) {
    if (deps.now() >= until) break
    try {
      await apply(change, deps)
      run.made += 1
    } catch (error) {
      run.failed.push(change.kind + ' ' + change.id + ': ' + (error instanceof Answered ? error.message : error instanceof Error ? error.name : 'unknown'))
    }
  }
  const left = run.changes - run.made - run.failed.length
  if (run.failed.length + left > 0) throw new Error(run.failed.length + ' changes failed, and ' + left + ' were left')
}

/** One run and its record, which is there from the start: a run that is stopped from outside leaves it as running. */
const sync = async (deps: Deps): Promise<void> => {
  const id = new Date(deps.now()).toISOString()
  const run: Run = { source: 0, target: 0, changes: 0, made: 0, failed: [] }
  if (!(await deps.records.insert(RUNS, id, { state: 'running', ...run }, deps.now() + KEPT_MS)))
    throw new Error('Another run has left its record at this moment')
  let fault: unknown
  try {
    await work(deps, run)
  } catch (error) {
    fault = error
  }
  const ended = { state: fault === undefined ? 'done' : 'failed', ...(fault instanceof Error && { fault: fault.name + ': ' + fault.message }) }
  deps.log({ event: 'sync', ...ended, ...run, failed: run.failed.length })
  const isKept = await deps.records.replace(RUNS, id, { ...ended, ...run, failed: run.failed.slice(0, 100) }, 1, deps.now() + KEPT_MS)
  if (fault !== undefined) throw fault
  if (!isKept) throw new Error('Another run has changed the record of this one')
}

/** Runs once a quarter of an hour, however often the clock says so. */
export const schedule = async (deps: Deps): Promise<void> => {
  await once(deps.records, '$kebab-sync#' + Math.floor(deps.now() / 900_000), deps.now, () => sync(deps))
}
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plan$EntityChanges, readPage } from '../src/$kebab/plan-$kebab-changes.ts'
import { RUN_MS, schedule } from '../src/handler.ts'
import { contested } from './support/contested.ts'
import { world } from './support/world.ts'

interface Run {
  readonly state: string
  readonly fault?: string
  readonly made: number
  readonly failed: readonly string[]
}

const runsOf = async ({ records }: ReturnType<typeof world>['deps']): Promise<Run[]> =>
  (await records.list<Run>('$kebab-runs', { limit: 5 })).map(({ value }) => value)
const item = (id: string, name = id) => ({ id, fields: { name } })

/** Two systems in memory that page by two, and fail when a test says so. */
const systems = (source: Record<string, string>, target: Record<string, string>, fault: (url: string, method: string) => Response | undefined = () => undefined, settings: Record<string, string> = {}) => {
  const fetch = (url: string, init: RequestInit = {}): Response => {
    const failed = fault(url, init.method ?? 'GET')
    if (failed) return failed
    const { hostname, pathname, searchParams } = new URL(url)
    const held = hostname.startsWith('source') ? source : target
    const id = decodeURIComponent(pathname.split('/')[3] ?? '')
    if (init.method === 'PUT') held[id] = (JSON.parse(String(init.body)) as { fields: { name: string } }).fields.name
    if (init.method === 'DELETE') delete held[id]
    const ids = Object.keys(held).sort().filter((each) => each > (searchParams.get('cursor') ?? ''))
    const items = ids.slice(0, 2).map((each) => ({ id: each, fields: { name: held[each] } }))
    return Response.json({ items, ...(ids.length > 2 ? { next: ids[1] } : {}) })
  }
  return world({ fetch, settings })
}
`
