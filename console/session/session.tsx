import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ListOrganizationsOutput } from '../api/accounts.ts'

export type Organization = ListOrganizationsOutput['organizations'][number]

export interface Session {
  readonly userId: string
  readonly email: string | null
  readonly organization: Organization
  readonly organizations: readonly Organization[]
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session. Views of areas are rendered only with a session. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This view requires a session')
  return session
}

export const nameOf = ({ name }: Pick<Organization, 'name'>): string => name ?? 'Personal'

/** Returns whether the user may manage members and plans: owners and admins (docs/accounts.md). */
export const mayManage = ({ organization: { role } }: Session): boolean => role !== 'member'
