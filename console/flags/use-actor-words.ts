import type { AuditEntry } from '../api/flags.ts'
import { membersQuery } from '../session/members.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { actorWords } from './audit-words.ts'

export const useActorWords = (): ((entry: Pick<AuditEntry, 'actor'>) => string) => {
  const { data: members = [] } = useOrganizationQuery(membersQuery)
  return (entry) => actorWords(entry, members)
}
