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
    super(`${deletions} of ${known} would be deleted: look at the source first, then at MAX_DELETED_PERCENT`)
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
  if (gone.length > mostDeletions(wanted.size, there.size, maxDeletedPercent))
    throw new TooManyDeletions(gone.length, there.size)
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
  if (!Array.isArray(items)) throw new TypeError('The page has no items')
  const read = items.map((item: unknown): Synced$Entity => {
    const { id, fields } = (item ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || !/^[A-Za-z0-9._:-]{1,100}$/.test(id)) throw new TypeError('An item has no valid id')
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new TypeError('An item has no fields object')
    for (const field of Object.values(fields))
      if (!['string', 'number', 'boolean'].includes(typeof field))
        throw new TypeError('A field of an item must be a string, a number or a boolean')
    return { id, fields: fields as Synced$Entity['fields'] }
  })
  return { items: read, ...(typeof next === 'string' && next !== '' ? { next } : {}) }
}
