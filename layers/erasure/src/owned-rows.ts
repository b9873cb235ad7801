import { pagesOf, partitionOf, type TableDeps } from '@signet/kernel'
import { literalStart, type RowKeys } from '@signet/kernel/row-kind'
import { fixedParts, ownerPart, parentsOf, partNames } from './row-plan.ts'

export interface Account {
  /** Organization ID, which is also a tenant ID and a billing account ID. */
  readonly org_id: string | null
  readonly user_id: string | null
  readonly email: string | null
}

export type Item = Readonly<Record<string, unknown>>

export type Parts = Readonly<Record<string, string>>

/** A row with the parts of its keys, including text members of the row and of its parents. */
export interface OwnedRow {
  readonly row: Item
  readonly parts: Parts
}

type Deps = Pick<TableDeps, 'db' | 'table'>

const textsOf = (row: Item): Parts =>
  Object.fromEntries(Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Returns the parts of a key by the names in its template. Only the last part may contain a separator. */
const partsIn = (template: string, key: string): Parts => {
  const names = partNames(template)
  const last = names.at(-1)
  const pattern = template.replaceAll(/<(\w+)>/g, (_, name) => `(?<${name}>${name === last ? '.+' : '[^#]+'})`)
  return { ...new RegExp(`^${pattern}$`, 's').exec(key)?.groups }
}

const combinations = (fixed: Readonly<Record<string, readonly string[]>>): readonly Parts[] =>
  Object.entries(fixed).reduce<readonly Parts[]>(
    (all, [name, values]) => all.flatMap((parts) => values.map((value) => ({ ...parts, [name]: value }))),
    [{}],
  )

/** Yields the key parts that find the rows of a kind, page by page: fixed ones, or those of the rows of its parents. */
export async function* partsOf(deps: Deps, kind: RowKeys, owner: string): AsyncGenerator<readonly Parts[]> {
  const parents = parentsOf(kind)
  if (parents.length === 0)
    yield combinations(fixedParts(kind)).map((parts) => ({ ...parts, [ownerPart(kind)]: owner }))
  for (const parent of parents)
    for await (const rows of rowsOf(deps, parent, owner)) yield rows.map(({ parts }) => parts)
}

export async function* partitionsOf(deps: Deps, kind: RowKeys, owner: string) {
  const seenKeys = new Set<string>()
  for await (const page of partsOf(deps, kind, owner))
    for (const parts of page) {
      const pk = partitionOf(kind, parts)
      if (seenKeys.has(pk)) continue
      seenKeys.add(pk)
      yield { pk, parts }
    }
}

/** Yields the rows of a kind, page by page, including expired ones. */
export async function* rowsOf(deps: Deps, kind: RowKeys, owner: string): AsyncGenerator<readonly OwnedRow[]> {
  const names = partNames(kind.keys.pk)
  for await (const { pk, parts } of partitionsOf(deps, kind, owner)) {
    const partition = Object.fromEntries(names.map((name) => [name, parts[name] as string]))
    for await (const page of pagesOf(deps, { pk, startsWith: literalStart(kind.keys.sk) }))
      yield page.map((row) => ({
        row,
        parts: { ...parts, ...textsOf(row), ...partsIn(kind.keys.sk, String(row.sk)), ...partition },
      }))
  }
}
