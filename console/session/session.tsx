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

/** The session. Views of an area are only drawn with one. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session around this view')
  return session
}

export const nameOf = ({ name }: Pick<Organization, 'name'>): string => name ?? 'Personal'

/** Whether the person may change members and plans: owners and admins (docs/accounts.md). */
export const mayManage = ({ organization: { role } }: Session): boolean => role !== 'member'
