import { planOf } from '../checkout.ts'
import type { Desk } from '../desk.ts'
import { invalidRequest } from '../fault.ts'
import { paymentsOf } from '../invoices.ts'
import { completeList } from '../listing.ts'
import { isLive, subscriptionsOf } from '../subscriptions.ts'
import { type Kind, kindOf } from '../wire-objects.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Lists that an object includes only on request (docs.stripe.com/api/expanding_objects). */
const LISTS_ON_REQUEST: Readonly<Record<string, (desk: Desk, id: string) => object>> = {
  'invoice.payments': (desk, id) => completeList(`/v1/invoice_payments?invoice=${id}`, paymentsOf(desk, id)),
  'checkout.session.line_items': (desk, id) =>
    completeList(`/v1/checkout/sessions/${id}/line_items`, planOf(desk, id).items),
  'charge.refunds': (desk, id) =>
    completeList(
      `/v1/charges/${id}/refunds`,
      [...desk.book.list('refund')].filter(({ charge }) => charge === id),
    ),
  'customer.subscriptions': (desk, id) =>
    completeList(`/v1/customers/${id}/subscriptions`, subscriptionsOf(desk, id).filter(isLive)),
}

const notExpandable = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })

const expandField = (desk: Desk, owner: Fields, name: string, path: string): unknown => {
  const value = owner[name]
  const include = LISTS_ON_REQUEST[`${String(owner.object)}.${name}`]
  if (value === undefined && include) return include(desk, String(owner.id))
  if (value === null || isFields(value)) return value
  const kind: Kind | undefined = typeof value === 'string' && name !== 'id' ? kindOf(value) : undefined
  const object = kind && desk.book.get(kind, String(value))
  if (object === undefined) throw notExpandable(path)
  return object
}

const expandPath = (desk: Desk, value: unknown, names: readonly string[], path: string): unknown => {
  const [name, ...remainingNames] = names
  if (name === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((each) => expandPath(desk, each, names, path))
  if (!isFields(value)) throw notExpandable(path)
  const expandedValue = expandField(desk, value, name, path)
  return { ...value, [name]: expandPath(desk, expandedValue, remainingNames, path) }
}

/**
 * Replaces the IDs of expanded fields with their objects.
 * @throws StripeFault for a path that does not lead to an object.
 */
export const expand = (desk: Desk, object: object, paths: readonly string[] = []): object =>
  paths.reduce<object>((result, path) => {
    if (path.split('.').length > 4 + (path.startsWith('data.') ? 1 : 0))
      throw invalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    return expandPath(desk, result, path.split('.'), path) as object
  }, object)
