import type { Service } from '@signet/contracts'
import { erasureRights } from '@signet/erasure/rights'
import type { Access } from '@signet/kernel/access'
import type { RowKeys } from '@signet/kernel/row-kind'

interface DeclaredService {
  readonly service: Service
  readonly access: Access
}

/** Adds to the function that erases a service's data the rights that follow from the row kinds. */
export const withErasureRights = <D extends DeclaredService>(declared: D): D => {
  const { service, access } = declared
  const { erasure } = access
  if (!erasure || 'none' in service.erasure) return declared
  const rows = erasureRights(service.rows as readonly RowKeys[], erasure.rows ?? {})
  return { ...declared, access: { ...access, erasure: { ...erasure, rows } } }
}
