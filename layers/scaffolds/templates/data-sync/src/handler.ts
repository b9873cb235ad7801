import { type Change, plan$EntityChanges, readPage, type Synced$Entity } from './$kebab/plan-$kebab-changes.ts'
import type { Deps } from './ports.ts'
import { once } from './records/once.ts'
import { withRetries } from './retry/backoff.ts'

type System = 'SOURCE' | 'TARGET'

const MAX_PAGES = 200
/** A run ends before its function times out. The next run applies the rest. */
export const RUN_MS = 480_000
const RUNS = '$kebab-runs'
const RETENTION_MS = 30 * 86_400_000

class StatusError extends Error {
  constructor(system: System, status: number) {
    super(`${system} returned status ${status}`)
    this.name = 'StatusError'
  }
}

const tokenOf = async (system: System, deps: Deps): Promise<string> => {
  const token = await deps.secret(`${system}_TOKEN`)
  // The error of an invalid header quotes its value, and errors are logged.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error(`${system}_TOKEN is not a valid token`)
  return token
}

const request = async (system: System, path: string, init: RequestInit, deps: Deps): Promise<Response> => {
  const { sleep, random } = deps
  return withRetries(
    async () => {
      const headers = { ...init.headers, authorization: `Bearer ${await tokenOf(system, deps)}` }
      const response = await deps.fetch(deps.setting(`${system}_URL`) + path, {
        ...init,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      // A redirect counts as a failure, so that the token is not sent elsewhere. Workers only support "manual".
      if (response.status >= 500 || response.status === 429 || (response.status >= 300 && response.status < 400))
        throw new StatusError(system, response.status)
      return response
    },
    { attempts: 4, sleep, random },
  )
}

const pageOf = async (system: System, response: Response): Promise<unknown> => {
  if (!response.ok) throw new StatusError(system, response.status)
  try {
    return await response.json()
  } catch {
    // The parser's message would quote the body.
    throw new TypeError(`${system} sent a page that is not valid JSON`)
  }
}

/** Reads all pages of a system or throws, because a partial source would cause deletions in the target. */
const readAll = async (system: System, deps: Deps, until: number): Promise<readonly Synced$Entity[]> => {
  const allItems: Synced$Entity[] = []
  let cursor = ''
  for (let page = 0; page < MAX_PAGES && deps.now() < until; page++) {
    const response = await request(
      system,
      cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`,
      { method: 'GET' },
      deps,
    )
    const { items, next } = readPage(await pageOf(system, response))
    allItems.push(...items)
    if (next === undefined) return allItems
    cursor = next
  }
  throw new Error(`${system} has more than ${MAX_PAGES} pages, or responds too slowly`)
}

/** Applies one change. PUT and DELETE are idempotent, so a crashed run can be repeated. */
const apply = async (change: Change, deps: Deps): Promise<void> => {
  const path = `/${encodeURIComponent(change.id)}`
  const response =
    change.kind === 'delete'
      ? await request('TARGET', path, { method: 'DELETE' }, deps)
      : await request(
          'TARGET',
          path,
          {
            method: 'PUT',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ fields: change.fields }),
          },
          deps,
        )
  const isAbsent = change.kind === 'delete' && response.status === 404
  if (!response.ok && !isAbsent) throw new StatusError('TARGET', response.status)
}

/** The record of a run. */
interface Run {
  source: number
  target: number
  changes: number
  applied: number
  /** Failed changes, each with its reason. */
  readonly failed: string[]
}

const maxDeletedPercent = (deps: Deps): number => {
  const percent = Number(deps.setting('MAX_DELETED_PERCENT'))
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new Error('MAX_DELETED_PERCENT must be an integer from 0 to 100')
  return percent
}

/** Reads both systems, plans and applies the changes. A failed change does not stop the others. */
const runOnce = async (deps: Deps, run: Run): Promise<void> => {
  const until = deps.now() + RUN_MS
  const source = await readAll('SOURCE', deps, until)
  run.source = source.length
  const target = await readAll('TARGET', deps, until)
  run.target = target.length
  const changes = plan$EntityChanges(source, target, maxDeletedPercent(deps))
  run.changes = changes.length
  // Each run starts at a random change, so that slow changes do not always delay the same others.
  const startIndex = Math.floor(deps.random() * changes.length)
  for (const change of [...changes.slice(startIndex), ...changes.slice(0, startIndex)]) {
    if (deps.now() >= until) break
    try {
      await apply(change, deps)
      run.applied += 1
    } catch (error) {
      run.failed.push(
        change.kind +
          ' ' +
          change.id +
          ': ' +
          (error instanceof StatusError ? error.message : error instanceof Error ? error.name : 'unknown'),
      )
    }
  }
  const remaining = run.changes - run.applied - run.failed.length
  if (run.failed.length + remaining > 0)
    throw new Error(`${run.failed.length} changes failed, and ${remaining} were not applied`)
}

/** Runs once and stores a record at the start. The record of a killed run keeps the state `running`. */
const recordRun = async (deps: Deps): Promise<void> => {
  const id = new Date(deps.now()).toISOString()
  const run: Run = { source: 0, target: 0, changes: 0, applied: 0, failed: [] }
  if (!(await deps.records.insert(RUNS, id, { state: 'running', ...run }, deps.now() + RETENTION_MS)))
    throw new Error('Another run has a record with the same time')
  let fault: unknown
  try {
    await runOnce(deps, run)
  } catch (error) {
    fault = error
  }
  const result = {
    state: fault === undefined ? 'done' : 'failed',
    ...(fault instanceof Error && { fault: `${fault.name}: ${fault.message}` }),
  }
  deps.log({ event: 'sync', ...result, ...run, failed: run.failed.length })
  const isStored = await deps.records.replace(
    RUNS,
    id,
    { ...result, ...run, failed: run.failed.slice(0, 100) },
    1,
    deps.now() + RETENTION_MS,
  )
  if (fault !== undefined) throw fault
  if (!isStored) throw new Error('Another run changed the record of this run')
}

/** Runs once per quarter of an hour, however often the schedule triggers it. */
export const schedule = async (deps: Deps): Promise<void> => {
  await once(deps.records, `$kebab-sync#${Math.floor(deps.now() / 900_000)}`, deps.now, () => recordRun(deps))
}
