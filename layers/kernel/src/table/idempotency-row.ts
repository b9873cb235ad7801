import { type OwnedRows, rowKeys } from './row-kind.ts'

/** Hours for which a key is remembered (spec image-service 8). */
export const IDEMPOTENCY_HOURS = 24

export const KEY_SK = 'IDEM#<digest>'

/**
 * Declares the rows of the idempotency keys of one owner, for the rows of a service. `partition` is the template of the
 * partition after its prefix, such as `<tenant>`. Its `partitionOf` is the owner that `idempotency` takes.
 */
export const idempotencyRow = <const Partition extends string>({
  name = 'Idempotency key',
  partition,
  ...definition
}: {
  readonly name?: string
  readonly prefix: string
  readonly partition: Partition
} & Pick<OwnedRows, 'owner' | 'erasure'>) =>
  rowKeys({
    ...definition,
    name,
    keys: { pk: partition, sk: KEY_SK },
    retention: `${IDEMPOTENCY_HOURS} hours from its first use`,
    exported: { none: 'contains a repeated answer' },
  })

/** The erasure of idempotency keys in a partition that is not erased: they expire without an action. */
export const EXPIRES_BY_ITSELF = { none: `expires within ${IDEMPOTENCY_HOURS} hours` } as const
