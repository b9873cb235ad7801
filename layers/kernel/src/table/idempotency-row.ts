import { rowKeys } from './row-kind.ts'

/** How long a key is remembered (spec image-service 8). */
export const KEPT_HOURS = 24

/** The sort key of an idempotency key, in every partition. */
export const KEY_SK = 'IDEM#<digest>'

/**
 * The rows of the idempotency keys of one owner, for the rows of a service. `owner` is the template of the partition
 * after its prefix, such as `<tenant>`. Its `partitionOf` is the owner that `idempotency` takes.
 */
export const idempotencyRow = <const Owner extends string>({
  name = 'Idempotency key',
  prefix,
  owner,
}: {
  readonly name?: string
  readonly prefix: string
  readonly owner: Owner
}) => rowKeys({ name, prefix, keys: { pk: owner, sk: KEY_SK }, kept: `${KEPT_HOURS} hours from its first use` })
