import type * as z from 'zod'

/** The names between angle brackets in a template: `JOB#<job>` has `job`. */
export type PartsOf<Template> = Template extends `${string}<${infer Name}>${infer Rest}` ? Name | PartsOf<Rest> : never

/** Templates of the key attributes of a row, such as `MESSAGE#<id>`. The prefix precedes `pk`. */
export interface KeyTemplates {
  readonly pk: string
  readonly sk: string
}

export interface IndexTemplates {
  readonly gsi1pk: string
  readonly gsi1sk: string
}

/** The lifetime of a row: unlimited, in days from the write, or until the ISO instant in one of its fields. */
export type Keep<Member extends string = string> = 'permanent' | { readonly days: number } | { readonly until: Member }

type RowOwner = 'organization' | 'tenant' | 'person' | 'platform'

/**
 * The file of a row kind in the export of an account, which kinds can share. `without`: omitted fields. `json`: the
 * field whose JSON is exported instead of the row.
 */
interface ExportedRows {
  readonly file: string
  readonly without?: readonly string[]
  readonly json?: string
}

interface NotApplicable {
  /** The reason why the rows are not erased or exported. */
  readonly none: string
}

/** `by`: what the service does instead of deleting the rows. */
type OtherErasure = { readonly by: string } | NotApplicable

/**
 * Ownership of rows that belong to an account. The part of the partition that `within` does not provide names the
 * owner.
 */
export interface OwnedRows {
  readonly owner: Exclude<RowOwner, 'platform'>
  /** Kinds whose rows provide the other parts of the keys, or the fixed values of a part. */
  readonly within?: readonly RowKeys[] | Readonly<Record<string, readonly string[]>>
  /** The field that names the owner if no part of the keys does. Rows of other owners are not deleted. */
  readonly ownerMember?: string
  /** Absent: the rows are deleted with their owner. */
  readonly erasure?: OtherErasure
  readonly exported: ExportedRows | NotApplicable
}

type Ownership = OwnedRows | { readonly owner: 'platform' }

export interface RowKeys<
  K extends KeyTemplates = KeyTemplates,
  I extends IndexTemplates | undefined = IndexTemplates | undefined,
> extends Partial<Omit<OwnedRows, 'owner'>> {
  readonly name: string
  /** The prefix of its partition key. Rights are granted by it. */
  readonly prefix: string
  readonly keys: K
  readonly index: I
  readonly keyTemplates: KeyTemplates & Partial<IndexTemplates>
  readonly retention: string
  readonly owner: RowOwner
}

export interface RowKind<
  S extends z.ZodObject = z.ZodObject,
  K extends KeyTemplates = KeyTemplates,
  I extends IndexTemplates | undefined = IndexTemplates | undefined,
> extends RowKeys<K, I> {
  readonly keep: Keep
  readonly schema: S
}

export type KeyParts<R> =
  R extends RowKeys<infer K, infer _I> ? { readonly [P in PartsOf<K['pk'] | K['sk']>]: string } : never

export type PartitionParts<R> =
  R extends RowKeys<infer K, infer _I> ? { readonly [P in PartsOf<K['pk']>]: string } : never

export type IndexParts<R> =
  R extends RowKeys<infer _K, infer I>
    ? I extends IndexTemplates
      ? { readonly [P in PartsOf<I['gsi1pk'] | I['gsi1sk']>]: string }
      : never
    : never

export type RowOf<R> = R extends RowKind<infer S, infer _K, infer _I> ? z.output<S> : never

const isErasedWithOwner = (ownership: Ownership): boolean =>
  ownership.owner !== 'platform' && ownership.erasure === undefined

const retentionText = (keep: Keep, ownership: Ownership): string => {
  if (keep === 'permanent') return isErasedWithOwner(ownership) ? 'until its account is deleted' : keep
  return 'days' in keep ? `${keep.days} days` : `until its \`${keep.until}\``
}

interface KeyDefinition<K extends KeyTemplates, I extends IndexTemplates | undefined> {
  readonly name: string
  readonly prefix: string
  readonly keys: K
  readonly index?: I
}

const checkKeys = <const K extends KeyTemplates, const I extends IndexTemplates | undefined>(
  definition: KeyDefinition<K, I> & Ownership & { readonly retention: string },
): RowKeys<K, I> => {
  const { prefix, index, keys } = definition
  if (!/^[A-Z][A-Z0-9_-]*#$/.test(prefix))
    throw new TypeError(`The prefix "${prefix}" is invalid. Write it like FEEDBACK#`)
  return { ...definition, index: index as I, keyTemplates: { ...keys, pk: `${prefix}${keys.pk}`, ...index } }
}

/**
 * Declares the keys of a kind whose rows have specialized writes, because a change is more than a change of state: a
 * balance, a counter, an entry of a log.
 * @throws TypeError for a prefix that does not distinguish its rows from others
 */
export const rowKeys = <const K extends KeyTemplates, const I extends IndexTemplates | undefined = undefined>(
  definition: KeyDefinition<K, I> & Ownership & { readonly retention: string },
): RowKeys<K, I> => checkKeys(definition)

/**
 * Declares a kind of row. Its fields are those of `schema`; the parts of its keys are fields or arguments.
 * @throws TypeError for a prefix that does not distinguish its rows from others
 */
export const rowKind = <
  S extends z.ZodObject,
  const K extends KeyTemplates,
  const I extends IndexTemplates | undefined = undefined,
>(
  definition: KeyDefinition<K, I> &
    Ownership & {
      readonly keep: Keep<keyof z.output<S> & string>
      readonly schema: S
      readonly retention?: string
    },
): RowKind<S, K, I> => {
  const { keep, retention = retentionText(keep, definition), schema } = definition
  return { ...checkKeys<K, I>({ ...definition, retention }), keep, schema }
}

const TEMPLATE_PART = /<([a-z][A-Za-z0-9_]*)>/g

const SEPARATOR = '#'

/**
 * Fills in a template. A part before another may not contain the separator, or two rows could share one key.
 * @throws TypeError for a part that is missing, empty or ambiguous
 */
export const fillTemplate = (template: string, parts: Readonly<Record<string, string>>): string =>
  template.replaceAll(TEMPLATE_PART, (part, name: string, offset: number) => {
    const value = parts[name]
    if (value === undefined || value === '') throw new TypeError(`The key ${template} lacks its part "${name}"`)
    const isLast = offset + part.length === template.length
    if (!isLast && value.includes(SEPARATOR)) throw new TypeError(`The part "${name}" of ${template} contains a "#"`)
    return value
  })

export const literalStart = (template: string): string => template.split('<', 1)[0] ?? ''

/** Returns the partition of a row. @throws TypeError for a part that is missing, empty or ambiguous */
export const partitionOf = <R extends RowKeys>({ prefix, keys }: R, parts: PartitionParts<R>): string =>
  `${prefix}${fillTemplate(keys.pk, parts)}`

/** Returns the primary key of a row. @throws TypeError for a part that is missing, empty or ambiguous */
export const rowKey = <R extends RowKeys>(kind: R, parts: KeyParts<R>) => ({
  pk: `${kind.prefix}${fillTemplate(kind.keys.pk, parts)}`,
  sk: fillTemplate(kind.keys.sk, parts),
})

/**
 * Returns the row's entry in the index. @throws TypeError for a part that is missing, empty or ambiguous, or a kind
 * without an index
 */
export const indexEntryOf = <R extends RowKeys>({ name, index }: R, parts: IndexParts<R>): IndexTemplates => {
  if (index === undefined) throw new TypeError(`${name} is not in the index`)
  return { gsi1pk: fillTemplate(index.gsi1pk, parts), gsi1sk: fillTemplate(index.gsi1sk, parts) }
}
