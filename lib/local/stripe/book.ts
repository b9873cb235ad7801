import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type RowStore, rowStore } from '../aws/dynamo/row-store.ts'
import type { LocalClock } from '../aws/ports.ts'
import { type Kind, type Kinds, PREFIXES } from './wire-objects.ts'

/** Digits in SQLite's sort order. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const base62 = (value: number, width: number): string => {
  let text = ''
  for (let remaining = value; text.length < width; remaining = Math.floor(remaining / 62))
    text = DIGITS.charAt(remaining % 62) + text
  return text
}

const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => DIGITS.charAt(byte % 62)).join('')

/** Creates IDs that sort by creation time and cannot be guessed. */
const idMaker = (now: () => number) => {
  let lastMs = 0
  let sequence = 0
  return (prefix: string): string => {
    const ms = Math.max(lastMs, now())
    sequence = ms === lastMs ? sequence + 1 : 0
    lastMs = ms
    return `${prefix}${base62(ms, 8)}${base62(sequence, 3)}${randomText(14)}`
  }
}

export interface DueTask {
  readonly task: string
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

const DUE = 'due'
const dueKey = ({ task, id }: Pick<DueTask, 'task' | 'id'>) => `${task}:${id}`

/** Tasks by due time. An object has each task at most once: planning a task again changes its time. */
const dueTasks = (rows: RowStore) => ({
  plan: (task: DueTask) => rows.write(DUE, dueKey(task), task),
  removeTask: (task: Pick<DueTask, 'task' | 'id'>) => rows.remove(DUE, dueKey(task)),
  first(): DueTask | undefined {
    let first: DueTask | undefined
    for (const { value } of rows.rows(DUE)) {
      const task = value as DueTask
      if (first === undefined || task.at < first.at) first = task
    }
    return first
  },
})

export type Book = ReturnType<typeof openBook>

/** Opens the file; creates it and its folder if they do not exist. */
export const openBook = (file: string, clock: LocalClock) => {
  mkdirSync(dirname(file), { recursive: true })
  const rows = rowStore(file)
  const make = idMaker(() => clock.now())
  return {
    /** Seconds since the epoch, as in Stripe. */
    now: () => Math.floor(clock.now() / 1000),
    clock,
    due: dueTasks(rows),
    newId: (kind: Kind) => make(PREFIXES[kind]),
    /** Creates the ID of a part of an object, e.g. with the prefix `si_`. */
    partId: make,
    get: <K extends Kind>(kind: K, id: string) => rows.read(kind, id) as Kinds[K] | undefined,
    put: <K extends Kind>(kind: K, object: Kinds[K]) => rows.write(kind, object.id, object),
    /** Newest first. */
    *list<K extends Kind>(kind: K) {
      for (const { value } of rows.rows(kind, { reverse: true })) yield value as Kinds[K]
    },
    /** Data of the stand-in that is not part of an object, of any shape. */
    getNote: (space: string, key: string) => rows.read(`note:${space}`, key),
    setNote: (space: string, key: string, value: unknown) =>
      value === undefined ? rows.remove(`note:${space}`, key) : rows.write(`note:${space}`, key, value),
    listNotes: (space: string) => [...rows.rows(`note:${space}`)].map(({ value }) => value),
    atomically: rows.atomically,
    close: () => rows.close(),
  }
}
