import {
  type SqlTransition,
  type SqlTransitionOptions,
  sqlMigration,
  sqlTransition,
  type TransitionSource,
} from '@signet/contract-tools/database'
import { allowedOperations, defineContract } from '@signet/contracts'
import { irOf } from '@signet/contracts/ir'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jobs } from '../../../support/sample-contract.ts'
import { apply, type Database, postgresDatabase, type Row, sqliteDatabase } from './databases.ts'

const databases = [sqliteDatabase(), postgresDatabase()]
afterAll(async () => {
  for (const db of databases) await db.close()
})

const fields = { prompt: 'a "quoted" \' text', created_at: '2026-01-02T03:04:05.000Z', tags: ['a', 'b'], seed: null }

const { states } = jobs
const transitioningOperations = Object.values(jobs.operations)
  .filter(({ transition }) => transition !== undefined && transition.initial === undefined)
  .map(({ name }) => name)

const STATE_OPERATIONS = states.states.flatMap((state) =>
  transitioningOperations.map((operation) => ({ state, operation, to: states.transitions[state]?.[operation] })),
)

interface TransitionResult {
  readonly row: Row | undefined
  readonly failure: ReturnType<SqlTransition['failure']> | undefined
}

const attempt = async (db: Database, transition: SqlTransition): Promise<TransitionResult> => {
  const [row] = await db.query(transition)
  if (row !== undefined) return { row, failure: undefined }
  const [currentRow] = await db.query(transition.read)
  return { row, failure: transition.failure(currentRow) }
}

describe.each(databases)('sqlTransition in $dialect', (db) => {
  const { dialect } = db
  const run = (operation: string, options: Partial<SqlTransitionOptions> = {}, source: TransitionSource = jobs) =>
    attempt(db, sqlTransition(source, operation, { dialect, key: { job_id: 'j1' }, ...options }))
  const setState = (state: string) => db.exec(`UPDATE "jobs" SET "state" = '${state}'`)

  beforeEach(async () => {
    await db.reset()
    await apply(db, sqlMigration(irOf(jobs), { dialect }).steps)
    await run('generate', { set: fields })
  })

  it('creates a row once, in the initial state with version 1', async () => {
    const { row } = await run('generate', { key: { job_id: 'j2' }, set: fields })
    expect(row).toMatchObject({ job_id: 'j2', state: 'queued', prompt: fields.prompt, version: 1 })
    const repeated = await run('generate', { key: { job_id: 'j2' }, set: { ...fields, prompt: 'another' } })
    expect(repeated).toEqual({ row: undefined, failure: { reason: 'exists', state: 'queued', version: 1 } })
    expect(await db.query({ text: 'SELECT * FROM "jobs"', values: [] })).toHaveLength(2)
  })

  it.each(STATE_OPERATIONS.filter(({ to }) => to !== undefined))(
    'takes the edge $state -> $operation -> $to',
    async ({ state, operation, to }) => {
      await setState(state)
      for (const source of [jobs, irOf(jobs)]) {
        await setState(state)
        const { row } = await run(operation, { state }, source)
        expect(row?.state).toBe(to)
      }
      const [stored] = await db.query({ text: 'SELECT * FROM "jobs"', values: [] })
      expect(stored).toMatchObject({ state: to, version: 3 })
    },
  )

  it.each(STATE_OPERATIONS.filter(({ to }) => to === undefined))(
    'refuses $operation in $state without a change',
    async ({ state, operation }) => {
      await setState(state)
      for (const from of Object.keys(jobs.operations[operation as 'start'].transition?.to ?? {})) {
        const { row, failure } = await run(operation, { state: from })
        expect(row).toBeUndefined()
        expect(failure).toEqual({ reason: 'invalid_transition', state, allowed: allowedOperations(jobs, state) })
      }
      const [stored] = await db.query({ text: 'SELECT * FROM "jobs"', values: [] })
      expect(stored).toMatchObject({ state, version: 1 })
    },
  )

  it('lets exactly one of several concurrent writers succeed', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => run('start')))
    expect(results.filter(({ row }) => row !== undefined)).toHaveLength(1)
    const failures = results.flatMap(({ failure }) => failure ?? [])
    expect(failures).toEqual(
      [1, 2, 3].map(() => ({ reason: 'invalid_transition', state: 'processing', allowed: ['fail', 'paint'] })),
    )
  })

  it('distinguishes a stale version, a wrong state and a missing row', async () => {
    const stale = await run('start', { version: 7 })
    expect(stale.failure).toEqual({ reason: 'version_conflict', state: 'queued', version: 1 })
    expect((await run('start', { version: 1 })).row).toMatchObject({ state: 'processing', version: 2 })
    expect((await run('start', { version: 2 })).failure?.reason).toBe('invalid_transition')
    expect((await run('start', { key: { job_id: 'nobody' } })).failure).toEqual({ reason: 'not_found' })
  })

  it('reports a row that changed between the write and the read as a reason to retry', () => {
    const { failure } = sqlTransition(jobs, 'start', { dialect, key: { job_id: 'j1' }, version: 1 })
    expect(failure({ state: 'queued', version: 1 })).toEqual({ reason: 'raced' })
    const creation = sqlTransition(jobs, 'generate', { dialect, key: { job_id: 'j1' } })
    expect(creation.failure(undefined)).toEqual({ reason: 'raced' })
  })

  it('writes other fields with the transition, and binds every value', async () => {
    await setState('encoding')
    const url = `https://x.test/'; DROP TABLE "jobs"; --`
    const { row } = await run('finish', { set: { asset_url: url, tags: ['x'] } })
    expect(row).toMatchObject({ state: 'completed', asset_url: url })
    const { tags } = row!
    expect(typeof tags === 'string' ? JSON.parse(tags) : tags).toEqual(['x'])
  })
})

describe('sqlTransition', () => {
  const options = { dialect: 'postgres', key: { job_id: 'j' } } as const

  it('numbers placeholders for PostgreSQL and marks them for SQLite', () => {
    const postgres = sqlTransition(jobs, 'start', { ...options, version: 3 })
    expect(postgres.text).toBe(
      'UPDATE "jobs" SET "state" = $1, "version" = "version" + 1 WHERE "job_id" = $2 AND "state" IN ($3) AND "version" = $4 RETURNING *',
    )
    expect(postgres.values).toEqual(['processing', 'j', 'queued', 3])
    const sqlite = sqlTransition(jobs, 'start', { ...options, dialect: 'sqlite', version: 3 })
    expect(sqlite.text).toBe(postgres.text.replaceAll(/\$\d/g, '?'))
    expect(sqlite.values).toEqual(postgres.values)
  })

  it('refuses an operation without a transition, several targets, a missing key, reserved fields and a missing table', () => {
    expect(() => sqlTransition(jobs, 'get', options)).toThrow(/changes no state/)
    expect(() => sqlTransition(jobs, 'fail', options)).toThrow(/pass \{ state \}/)
    expect(() => sqlTransition(jobs, 'start', { ...options, state: 'failed' })).toThrow(RangeError)
    expect(() => sqlTransition(jobs, 'start', { ...options, key: {} })).toThrow(/key lacks job_id/)
    expect(() => sqlTransition(jobs, 'start', { ...options, set: { state: 'failed' } })).toThrow(
      /must not contain "state"/,
    )
    expect(() => sqlTransition(jobs, 'start', { ...options, set: { version: 9 } })).toThrow(
      /must not contain "version"/,
    )
    const elsewhere = defineContract({
      name: 'door',
      version: '1.0.0',
      description: 'A door.',
      schema: z.object({ id: z.string(), state: z.enum(['open', 'shut']) }),
      operations: { shut: { transition: { from: 'open', to: 'shut' } } },
      states: { field: 'state', initial: 'open' },
      surfaces: {},
      authority: { shut: 'internal' },
    })
    expect(() => sqlTransition(elsewhere, 'shut', { ...options, key: { id: 'x' } })).toThrow(/stored elsewhere/)
  })
})
