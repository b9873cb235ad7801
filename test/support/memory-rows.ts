import type { RowSpace, RowStore } from '../../lib/local/aws/dynamo/row-store.ts'

const unused = (): never => {
  throw new Error('Memory rows do not support this operation')
}

/**
 * Stores the embedded DynamoDB's rows in memory, for tests that make hundreds of thousands of calls. Rows have no
 * order.
 */
export function memoryRows() {
  const spaces = new Map<string, Map<string, string>>()
  const rowsIn = (name: string): Map<string, string> => {
    const known = spaces.get(name) ?? new Map<string, string>()
    spaces.set(name, known)
    return known
  }
  const tables = new Map<string, unknown>()
  let undo: (() => void)[] | undefined
  const change = (space: string, key: string, value: string | undefined): void => {
    const rows = rowsIn(space)
    const before = rows.get(key)
    undo?.push(() => (before === undefined ? rows.delete(key) : rows.set(key, before)))
    if (value === undefined) rows.delete(key)
    else rows.set(key, value)
    if (space === 'table') tables.delete(key)
  }
  const readRow = (space: string, key: string): unknown => {
    // The table's own record is read by every call and changed by none.
    if (space === 'table' && tables.has(key)) return tables.get(key)
    const text = rowsIn(space).get(key)
    const value = text === undefined ? undefined : (JSON.parse(text) as unknown)
    if (space === 'table' && value !== undefined) tables.set(key, value)
    return value
  }
  const write = (space: string, key: string, value: unknown) => change(space, key, JSON.stringify(value))
  const remove = (space: string, key: string) => change(space, key, undefined)
  const space = (name: string): RowSpace => ({
    put(key, value, done) {
      write(name, key, value)
      done(null)
    },
    get: (key, done) => done(null, readRow(name, key)),
    del(key, done) {
      remove(name, key)
      done(null)
    },
    batch(changes, done) {
      for (const { type, key, value } of changes) type === 'put' ? write(name, key, value) : remove(name, key)
      done(null)
    },
    createValueStream: unused,
    createReadStream: unused,
    createKeyStream: unused,
    lock: (_key, task) => task((done) => done),
  })
  const store: RowStore = {
    read: readRow,
    write,
    remove,
    space,
    *rows(name) {
      for (const [key, text] of rowsIn(name)) yield { key, value: JSON.parse(text) as unknown }
    },
    withNumber: unused,
    drop: (name) => void spaces.delete(name),
    atomically(work) {
      const log: (() => void)[] = []
      undo = log
      try {
        return work()
      } catch (error) {
        for (const undoChange of log.reverse()) undoChange()
        throw error
      } finally {
        undo = undefined
      }
    },
    close() {},
  }
  return {
    store,
    /** Takes a snapshot of the rows. Returns a function that restores it. */
    remember() {
      const snapshot = [...spaces].map(([name, rows]) => [name, new Map(rows)] as const)
      return () => {
        spaces.clear()
        for (const [name, rows] of snapshot) spaces.set(name, new Map(rows))
      }
    },
  }
}
