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

/** Share of the target that one run may delete, of fewer than ten one; above it somebody looks first. An empty source deletes nothing. */
export const MAX_DELETED_SHARE = 0.1

export class TooManyDeletions extends Error {
  constructor(deletions: number, known: number) {
    super(deletions + ' of ' + known + ' would be deleted: look at the source first')
    this.name = 'TooManyDeletions'
  }
}

const isSame = (a: Synced$Entity['fields'], b: Synced$Entity['fields']): boolean => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}

/**
 * What makes the target like the source. The source wins. Ids in the order of their code units, so that the same two states
 * have the same plan. @throws TooManyDeletions when the source looks broken rather than changed.
 */
export const plan$EntityChanges = (source: readonly Synced$Entity[], target: readonly Synced$Entity[]): readonly Change[] => {
  const there = new Map(target.map((each) => [each.id, each]))
  const wanted = new Map(source.map((each) => [each.id, each]))
  const gone = [...there.keys()].filter((id) => !wanted.has(id))
  const most = wanted.size === 0 ? 0 : Math.max(1, Math.floor(there.size * MAX_DELETED_SHARE))
  if (gone.length > most) throw new TooManyDeletions(gone.length, there.size)
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

const MAX_PAGES = 200

class Answered extends Error {
  readonly status: number

  constructor(system: string, status: number) {
    super(system + ' answered ' + status)
    this.name = 'Answered'
    this.status = status
  }
}

const ask = async (system: 'SOURCE' | 'TARGET', path: string, init: RequestInit, deps: Deps): Promise<Response> => {
  const { sleep, random } = deps
  return withRetries(async () => {
    const headers = { ...init.headers, authorization: 'Bearer ' + (await deps.secret(system + '_TOKEN')) }
    const response = await deps.fetch(deps.setting(system + '_URL') + path, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    // A redirect is no answer: tokens follow none. Workers know "manual" alone.
    if (response.status >= 500 || response.status === 429 || (response.status >= 300 && response.status < 400)) throw new Answered(system, response.status)
    return response
  }, { attempts: 4, sleep, random })
}

/** All of a system: either every page, or a fault. Half a source would delete half a target. */
const readAll = async (system: 'SOURCE' | 'TARGET', deps: Deps): Promise<readonly Synced$Entity[]> => {
  const all: Synced$Entity[] = []
  let cursor = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const response = await ask(system, cursor === '' ? '' : '?cursor=' + encodeURIComponent(cursor), { method: 'GET' }, deps)
    if (!response.ok) throw new Answered(system, response.status)
    const { items, next } = readPage(await response.json())
    all.push(...items)
    if (next === undefined) return all
    cursor = next
  }
  throw new Error(system + ' has more than ' + MAX_PAGES + ' pages')
}

/** Makes one change. PUT and DELETE bear a repetition, so a run that died does no harm when it is run again. */
const apply = async (change: Change, deps: Deps): Promise<boolean> => {
  const path = '/' + encodeURIComponent(change.id)
  const response =
    change.kind === 'delete'
      ? await ask('TARGET', path, { method: 'DELETE' }, deps)
      : await ask('TARGET', path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ fields: change.fields }) }, deps)
  return response.ok || (change.kind === 'delete' && response.status === 404)
}

/** One run: reads both, plans, changes. What one change does not take is named, and does not hold up the others. */
const sync = async (deps: Deps): Promise<void> => {
  const [source, target] = [await readAll('SOURCE', deps), await readAll('TARGET', deps)]
  const changes = plan$EntityChanges(source, target)
  const refused: string[] = []
  for (const change of changes) if (!(await apply(change, deps))) refused.push(change.kind + ' ' + change.id)
  const counts = { source: source.length, target: target.length, changes: changes.length, refused: refused.length }
  const run = { ...counts, refused: refused.slice(0, 100) }
  deps.log({ event: 'sync', ...counts })
  if (!(await deps.records.insert('$kebab-runs', new Date(deps.now()).toISOString(), run, deps.now() + 30 * 86_400_000)))
    throw new Error('Another run has left its record at this moment')
  if (refused.length > 0) throw new Error(refused.length + ' changes were refused')
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
import { schedule } from '../src/handler.ts'
import { contested } from './support/contested.ts'
import { world } from './support/world.ts'

const item = (id: string, name = id) => ({ id, fields: { name } })

/** Two systems in memory that page by two, and fail when a test says so. */
const systems = (source: Record<string, string>, target: Record<string, string>, fault: (url: string, method: string) => Response | undefined = () => undefined) => {
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
  return world({ fetch })
}
`
