import { planOf } from '../checkout.ts'
import type { Desk } from '../desk.ts'
import { invalid } from '../fault.ts'
import { paymentsOf } from '../invoices.ts'
import { wholeList } from '../listing.ts'
import { isLive, subscriptionsOf } from '../subscriptions.ts'
import { type Kind, kindOf } from '../wire-objects.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Lists that an object includes only on request (docs.stripe.com/api/expanding_objects). */
const INCLUDED: Readonly<Record<string, (desk: Desk, id: string) => object>> = {
  'invoice.payments': (desk, id) => wholeList(`/v1/invoice_payments?invoice=${id}`, paymentsOf(desk, id)),
  'checkout.session.line_items': (desk, id) =>
    wholeList(`/v1/checkout/sessions/${id}/line_items`, planOf(desk, id).items),
  'charge.refunds': (desk, id) =>
    wholeList(
      `/v1/charges/${id}/refunds`,
      [...desk.book.list('refund')].filter(({ charge }) => charge === id),
    ),
  'customer.subscriptions': (desk, id) =>
    wholeList(`/v1/customers/${id}/subscriptions`, subscriptionsOf(desk, id).filter(isLive)),
}

const refuse = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })

const expanded = (desk: Desk, owner: Fields, name: string, path: string): unknown => {
  const value = owner[name]
  const include = INCLUDED[`${String(owner.object)}.${name}`]
  if (value === undefined && include) return include(desk, String(owner.id))
  if (value === null || isFields(value)) return value
  const kind: Kind | undefined = typeof value === 'string' && name !== 'id' ? kindOf(value) : undefined
  const object = kind && desk.book.get(kind, String(value))
  if (object === undefined) throw refuse(path)
  return object
}

const expandPath = (desk: Desk, value: unknown, names: readonly string[], path: string): unknown => {
  const [name, ...rest] = names
  if (name === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((each) => expandPath(desk, each, names, path))
  if (!isFields(value)) throw refuse(path)
  const next = expanded(desk, value, name, path)
  return { ...value, [name]: expandPath(desk, next, rest, path) }
}

/**
 * Replaces ids of expanded members with their objects.
 * @throws StripeFault for a path that does not lead to an object.
 */
export const expand = (desk: Desk, object: object, paths: readonly string[] = []): object =>
  paths.reduce<object>((whole, path) => {
    if (path.split('.').length > 4 + (path.startsWith('data.') ? 1 : 0))
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    return expandPath(desk, whole, path.split('.'), path) as object
  }, object)
