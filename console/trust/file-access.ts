import type { TrustArtifact } from '../api/trust.ts'

export type Access = TrustArtifact['access']

export interface ChosenAccess {
  readonly access: Access | undefined
  readonly defaultAccess: Access
}

type ReplacedDocument = Pick<TrustArtifact, 'access'> | undefined

export const selectedAccess = ({ access, defaultAccess }: ChosenAccess, replacedDocument: ReplacedDocument): Access =>
  access ?? replacedDocument?.access ?? defaultAccess

/**
 * Returns the access to send; `undefined` keeps the stored access. A replacement sends only an explicit choice, because
 * the stored access may have changed since the list was loaded.
 */
export const accessToSend = (
  { access, defaultAccess }: ChosenAccess,
  replacedDocument: ReplacedDocument,
): Access | undefined => access ?? (replacedDocument === undefined ? defaultAccess : undefined)
