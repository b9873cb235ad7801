import type { AuditEntry } from '../api/flags.ts'
import { membersReading } from '../session/members.ts'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { actorWords } from './audit-words.ts'

/** Tells who made an entry, by the names of members as they are read. */
export const useActorWords = (): ((entry: Pick<AuditEntry, 'actor'>) => string) => {
  const { organisation } = useSession()
  const { data: members = [] } = useQuery(membersReading(organisation.id))
  return (entry) => actorWords(entry, members)
}
