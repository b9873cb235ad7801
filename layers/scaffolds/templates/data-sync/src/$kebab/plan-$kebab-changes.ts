/** A $noun in the form that both systems share. */
export interface Synced$Entity {
  readonly id: string
  readonly fields: Readonly<Record<string, string | number | boolean>>
}

export type Change =
  | { readonly kind: 'create'; readonly id: string; readonly fields: Synced$Entity['fields'] }
  | { readonly kind: 'update'; readonly id: string; readonly fields: Synced$Entity['fields'] }
  | { readonly kind: 'delete'; readonly id: string }

export class TooManyDeletions extends Error {
  constructor(deletions: number, total: number) {
    super(`${deletions} of ${total} items would be deleted. Check the source first, then MAX_DELETED_PERCENT`)
    this.name = 'TooManyDeletions'
  }
}

const isSame = (a: Synced$Entity['fields'], b: Synced$Entity['fields']): boolean => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}

/**
 * Returns the maximum number of deletions of a run: a share of the target, but at least one. It is zero for an empty
 * source or a share of 0%.
 */
const maxDeletions = (sourceCount: number, targetCount: number, maxDeletedPercent: number): number =>
  sourceCount === 0 || maxDeletedPercent === 0 ? 0 : Math.max(1, Math.floor((targetCount * maxDeletedPercent) / 100))

/**
 * Computes the changes that make the target match the source, which wins over changes in the target. Changes are sorted
 * by the code units of IDs, so that the same states have the same plan.
 * @throws TooManyDeletions when the source seems broken.
 */
export const plan$EntityChanges = (
  source: readonly Synced$Entity[],
  target: readonly Synced$Entity[],
  maxDeletedPercent: number,
): readonly Change[] => {
  const inTarget = new Map(target.map((each) => [each.id, each]))
  const inSource = new Map(source.map((each) => [each.id, each]))
  const deletedIds = [...inTarget.keys()].filter((id) => !inSource.has(id))
  if (deletedIds.length > maxDeletions(inSource.size, inTarget.size, maxDeletedPercent))
    throw new TooManyDeletions(deletedIds.length, inTarget.size)
  const changes = [...inSource.values()].flatMap(({ id, fields }): Change[] => {
    const current = inTarget.get(id)
    if (current === undefined) return [{ kind: 'create', id, fields }]
    return isSame(current.fields, fields) ? [] : [{ kind: 'update', id, fields }]
  })
  return [...changes, ...deletedIds.map((id): Change => ({ kind: 'delete', id }))].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )
}

export interface Page {
  readonly items: readonly Synced$Entity[]
  readonly next?: string
}

/**
 * Reads a page {items: [{id, fields}], next?}.
 * @throws TypeError for a malformed page.
 */
export const readPage = (value: unknown): Page => {
  const { items, next } = (value ?? {}) as { items?: unknown; next?: unknown }
  if (!Array.isArray(items)) throw new TypeError('The page has no items')
  const parsedItems = items.map((item: unknown): Synced$Entity => {
    const { id, fields } = (item ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || !/^[A-Za-z0-9._:-]{1,100}$/.test(id)) throw new TypeError('An item has no valid id')
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new TypeError('An item has no fields object')
    for (const field of Object.values(fields))
      if (!['string', 'number', 'boolean'].includes(typeof field))
        throw new TypeError('A field of an item must be a string, a number or a boolean')
    return { id, fields: fields as Synced$Entity['fields'] }
  })
  return { items: parsedItems, ...(typeof next === 'string' && next !== '' ? { next } : {}) }
}
