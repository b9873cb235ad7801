import { defineContract } from '@signet/contracts'
import { type ContractIR, irOf } from '@signet/contracts/ir'
import * as z from 'zod'

export interface VersionSpec {
  readonly version: `${number}.${number}.${number}`
  /** Fields in addition to `id`. */
  readonly fields: z.ZodRawShape
  readonly indexes?: readonly (
    | string
    | readonly string[]
    | { readonly fields: readonly string[]; readonly unique?: boolean }
  )[]
  readonly renames?: Readonly<Record<string, string>>
  readonly table?: string
  readonly key?: readonly string[]
  readonly name?: string
}

/** The IR of an entity without a life cycle; only its table matters. */
export const versionOf = (spec: VersionSpec): ContractIR => {
  const { version, fields, indexes = [], renames, table = 'things', key = ['id'], name = 'thing' } = spec
  const contract = defineContract({
    name,
    version,
    description: 'A thing.',
    schema: z.object({ id: z.string(), ...fields }),
    operations: { read: { kind: 'read', input: z.object({ id: z.string() }) } },
    surfaces: { db: { table, key: key as never, indexes: indexes as never } },
    authority: { read: 'internal' },
    ...(renames === undefined ? {} : { compat: { renames: renames as never } }),
  })
  return irOf(contract)
}
