import type * as z from 'zod'

/** The names between angle brackets: `JOB#<job>` has `job`. */
export type PartsOf<Template> = Template extends `${string}<${infer Name}>${infer Rest}` ? Name | PartsOf<Rest> : never

/** The attributes that a row is found by, each a template such as `MESSAGE#<id>`; the prefix stands before `pk`. */
export interface KeyTemplates {
  readonly pk: string
  readonly sk: string
}

/** An entry of the row in the sparse index `gsi1`, as templates. */
export interface IndexTemplates {
  readonly gsi1pk: string
  readonly gsi1sk: string
}

/** How long a row counts: for ever, for days from when it is written, or until the ISO instant that a member of it names. */
export type Keep<Member extends string = string> = 'for ever' | { readonly days: number } | { readonly until: Member }

/** Who owns a kind of row, and how its rows are found. */
export interface RowKeys<
  K extends KeyTemplates = KeyTemplates,
  I extends IndexTemplates | undefined = IndexTemplates | undefined,
> {
  /** For people, in docs/table.md. */
  readonly name: string
  /** How its partition key begins; rights are given by it. */
  readonly prefix: string
  readonly keys: K
  readonly index: I
  /** Keys as a reader wants to see them, for docs/table.md. */
  readonly shown: KeyTemplates & Partial<IndexTemplates>
  /** For how long it is kept, in words. */
  readonly kept: string
}

/** One kind of row of the one table: its keys, what it holds and how long it counts. */
export interface RowKind<
  S extends z.ZodObject = z.ZodObject,
  K extends KeyTemplates = KeyTemplates,
  I extends IndexTemplates | undefined = IndexTemplates | undefined,
> extends RowKeys<K, I> {
  readonly keep: Keep
  readonly schema: S
}

/** Whatever a row's keys are made of. */
export type KeyParts<R> =
  R extends RowKeys<infer K, infer _I> ? { readonly [P in PartsOf<K['pk'] | K['sk']>]: string } : never

/** What a partition is made of. */
export type PartitionParts<R> =
  R extends RowKeys<infer K, infer _I> ? { readonly [P in PartsOf<K['pk']>]: string } : never

/** What an entry of the index is made of. */
export type IndexParts<R> =
  R extends RowKeys<infer _K, infer I>
    ? I extends IndexTemplates
      ? { readonly [P in PartsOf<I['gsi1pk'] | I['gsi1sk']>]: string }
      : never
    : never

/** What a row of this kind holds, keys and lifetime left out. */
export type RowOf<R> = R extends RowKind<infer S, infer _K, infer _I> ? z.output<S> : never

const wordsOf = (keep: Keep): string => {
  if (keep === 'for ever') return keep
  return 'days' in keep ? `${keep.days} days` : `until its \`${keep.until}\``
}

const checkedKeys = <const K extends KeyTemplates, const I extends IndexTemplates | undefined>(
  definition: Pick<RowKeys<K, I>, 'name' | 'prefix' | 'keys' | 'kept'> & { readonly index?: I },
): RowKeys<K, I> => {
  const { prefix, index, keys } = definition
  if (!/^[A-Z][A-Z0-9_-]*#$/.test(prefix)) throw new TypeError(`"${prefix}" is no prefix: write it as FEEDBACK#`)
  return { ...definition, index: index as I, shown: { ...keys, pk: `${prefix}${keys.pk}`, ...index } }
}

/**
 * Declares the keys of a kind whose rows a table of its own writes, because a change of one is more than a change of state:
 * a balance, a counter, an entry of a log.
 *
 * @throws TypeError for a prefix that cannot tell its rows from others.
 */
export const rowKeys = <const K extends KeyTemplates, const I extends IndexTemplates | undefined = undefined>(
  definition: Pick<RowKeys<K, I>, 'name' | 'prefix' | 'keys' | 'kept'> & { readonly index?: I },
): RowKeys<K, I> => checkedKeys(definition)

/**
 * Declares a kind of row. Its members are those of `schema`; the parts of its keys are members or are handed in.
 *
 * @throws TypeError for a prefix that cannot tell its rows from others.
 */
export const rowKind = <
  S extends z.ZodObject,
  const K extends KeyTemplates,
  const I extends IndexTemplates | undefined = undefined,
>(definition: {
  readonly name: string
  readonly prefix: string
  readonly keys: K
  readonly index?: I
  readonly keep: Keep<keyof z.output<S> & string>
  readonly schema: S
  /** For how long it is kept, where `keep` does not say it all. */
  readonly kept?: string
}): RowKind<S, K, I> => {
  const { keep, kept = wordsOf(keep), schema, ...keys } = definition
  return { ...checkedKeys<K, I>({ ...keys, kept }), keep, schema }
}

const PART = /<([a-z][A-Za-z0-9_]*)>/g

const SEPARATOR = '#'

/**
 * The text of a template. A part that is followed by another may not hold the separator: two rows could share one key.
 * @throws TypeError for a part that is missing, empty or ambiguous.
 */
export const filledIn = (template: string, parts: Readonly<Record<string, string>>): string =>
  template.replaceAll(PART, (found, name: string, at: number) => {
    const value = parts[name]
    if (value === undefined || value === '') throw new TypeError(`The key ${template} lacks its part "${name}"`)
    const isLast = at + found.length === template.length
    if (!isLast && value.includes(SEPARATOR)) throw new TypeError(`The part "${name}" of ${template} holds a "#"`)
    return value
  })

/** The literal text before the first part: what the sort keys of a partition's rows of this kind begin with. */
export const literalStart = (template: string): string => template.split('<', 1)[0] ?? ''

/** The partition of a row. @throws TypeError for a part that is missing, empty or ambiguous. */
export const partitionOf = <R extends RowKeys>({ prefix, keys }: R, parts: PartitionParts<R>): string =>
  `${prefix}${filledIn(keys.pk, parts)}`

/** The primary key of a row. @throws TypeError for a part that is missing, empty or ambiguous. */
export const rowKey = <R extends RowKeys>(kind: R, parts: KeyParts<R>) => ({
  pk: `${kind.prefix}${filledIn(kind.keys.pk, parts)}`,
  sk: filledIn(kind.keys.sk, parts),
})

/** Its entry in the index. @throws TypeError for a part that is missing, empty or ambiguous, or a kind without an index. */
export const indexEntryOf = <R extends RowKeys>({ name, index }: R, parts: IndexParts<R>): IndexTemplates => {
  if (index === undefined) throw new TypeError(`${name} is not in the index`)
  return { gsi1pk: filledIn(index.gsi1pk, parts), gsi1sk: filledIn(index.gsi1sk, parts) }
}
