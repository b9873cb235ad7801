import type { TrustArtifact } from '../api/trust.ts'

export type Access = TrustArtifact['access']

export interface ChosenAccess {
  readonly access: Access | undefined
  readonly usual: Access
}

type Former = Pick<TrustArtifact, 'access'> | undefined

export const shownAccess = ({ access, usual }: ChosenAccess, former: Former): Access =>
  access ?? former?.access ?? usual

/**
 * Returns the access to send. For a replacement, only an explicit choice, because the stored access may have changed
 * since it was read.
 */
export const sentAccess = ({ access, usual }: ChosenAccess, former: Former): Access | undefined =>
  access ?? (former === undefined ? usual : undefined)
