import type { CreateFlowInput } from '../api/flows.ts'
import { isListed, OTHER_PROJECT_TYPE } from './project-types.ts'

export interface Draft {
  readonly intention: string
  readonly type: string
  readonly customType: string
  readonly editsProse: boolean
}

export const EXAMPLE = 'Receive Stripe webhooks and mark orders as paid'

const TYPE_PATTERN = /^[a-z][a-z0-9-]{0,39}$/

export const customTypeFault = ({ type, customType }: Draft): string | undefined =>
  type !== OTHER_PROJECT_TYPE || TYPE_PATTERN.test(customType)
    ? undefined
    : 'must be 1 to 40 characters of a-z, 0-9 and -, starting with a letter'

type Query = Readonly<Record<string, string | undefined>>

export const draftOf = ({ intention = '', type = 'api', polish = '' }: Query): Draft => ({
  intention,
  type: isListed(type) ? type : OTHER_PROJECT_TYPE,
  customType: isListed(type) ? '' : type,
  editsProse: polish === 'yes',
})

const typeOf = ({ type, customType }: Draft): string => (type === OTHER_PROJECT_TYPE ? customType : type)

export const requestOf = (draft: Draft): CreateFlowInput & { readonly project_type: string } => ({
  intention: draft.intention.trim(),
  project_type: typeOf(draft),
  ...(draft.editsProse ? { oracle: true } : {}),
})

/** Returns the URL parameters of the form, so that Back restores it. */
export const queryOf = (draft: Draft): Query => ({
  intention: draft.intention.trim(),
  type: typeOf(draft) === 'api' ? undefined : typeOf(draft),
  polish: draft.editsProse ? 'yes' : undefined,
})
