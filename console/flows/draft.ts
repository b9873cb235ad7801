import type { CreateFlowInput } from '../api/flows.ts'
import { isListed, OTHER } from './project-types.ts'

export interface Draft {
  readonly intention: string
  readonly kind: string
  readonly ownKind: string
  readonly isPolished: boolean
}

export const EXAMPLE = 'Receive Stripe webhooks and mark orders as paid'

const TYPE = /^[a-z][a-z0-9-]{0,39}$/

export const ownFault = ({ kind, ownKind }: Draft): string | undefined =>
  kind !== OTHER || TYPE.test(ownKind) ? undefined : 'must be 1 to 40 of a-z, 0-9 and -, starting with a letter'

type Query = Readonly<Record<string, string | undefined>>

export const draftOf = ({ intention = '', type = 'api', polish = '' }: Query): Draft => ({
  intention,
  kind: isListed(type) ? type : OTHER,
  ownKind: isListed(type) ? '' : type,
  isPolished: polish === 'yes',
})

const typeOf = ({ kind, ownKind }: Draft): string => (kind === OTHER ? ownKind : kind)

export const requestOf = (draft: Draft): CreateFlowInput & { readonly project_type: string } => ({
  intention: draft.intention.trim(),
  project_type: typeOf(draft),
  ...(draft.isPolished ? { oracle: true } : {}),
})

/** Returns the URL parameters of the form, so that Back restores it. */
export const queryOf = (draft: Draft): Query => ({
  intention: draft.intention.trim(),
  type: typeOf(draft) === 'api' ? undefined : typeOf(draft),
  polish: draft.isPolished ? 'yes' : undefined,
})
