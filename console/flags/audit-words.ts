import type { AuditEntry } from '../api/flags.ts'

const ACTIONS: Readonly<Record<AuditEntry['action'], string>> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  reverted: 'Reverted to an earlier version',
  canary_started: 'Canary started',
  canary_updated: 'Canary updated',
  canary_advanced: 'Canary advanced to the next stage',
  canary_held: 'Canary paused',
  canary_succeeded: 'Canary succeeded',
  canary_rolled_back: 'Canary rolled back',
  canary_stopped: 'Canary stopped',
  segment_written: 'Segment saved',
  segment_deleted: 'Segment deleted',
}

export const actionWords = ({ action }: Pick<AuditEntry, 'action'>): string => ACTIONS[action]

interface Member {
  readonly userId: string
  readonly name: string | null
  readonly email: string | null
}

export const actorWords = ({ actor }: Pick<AuditEntry, 'actor'>, members: readonly Member[]): string => {
  if (actor.type === 'system') return 'System'
  if (actor.type === 'key') return `API key ${actor.id}`
  const member = members.find(({ userId }) => userId === actor.id)
  return member?.name ?? member?.email ?? 'Former member'
}
