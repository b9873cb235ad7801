import type { AuditEntry } from '../api/flags.ts'
import { membersReading } from '../session/members.ts'
import { useOwn } from '../session/queries.ts'
import { actorWords } from './audit-words.ts'

/** Tells who made an entry, by the names of members as they are read. */
export const useActorWords = (): ((entry: Pick<AuditEntry, 'actor'>) => string) => {
  const { data: members = [] } = useOwn(membersReading)
  return (entry) => actorWords(entry, members)
}
