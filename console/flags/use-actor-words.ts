import type { AuditEntry } from '../api/flags.ts'
import { membersQuery } from '../session/members.ts'
import { useOwn } from '../session/queries.ts'
import { actorWords } from './audit-words.ts'

export const useActorWords = (): ((entry: Pick<AuditEntry, 'actor'>) => string) => {
  const { data: members = [] } = useOwn(membersQuery)
  return (entry) => actorWords(entry, members)
}
