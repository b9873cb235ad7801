import type { RowKeys } from '@signet/kernel/row-kind'
import { rows as accountRows } from '../../../lambdas/accounts/contract/rows.ts'
import { SERVICES } from '../../../lib/services.ts'

/** Row kinds by service. */
export const KINDS: readonly (readonly [service: string, kinds: readonly RowKeys[]])[] = [
  ...SERVICES.filter(({ service }) => 'by' in service.erasure).map(
    ({ service }) => [service.name, service.rows as readonly RowKeys[]] as const,
  ),
  ['accounts', accountRows],
]

/** Returns whether the rows of a kind are deleted without code of the service. */
export const isGeneric = ({ erasure }: RowKeys): boolean => !(erasure && 'by' in erasure)
