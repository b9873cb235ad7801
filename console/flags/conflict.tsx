import { Button, Notice, Time } from '@signet/ui'
import { type AuditEntry, type Flag, flags, type UpdateFlagInput } from '../api/flags.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { actionWords } from './audit-words.ts'
import { changeWords, conflictingFields, type FlagState } from './change-words.ts'
import { useEnvironment } from './queries.ts'
import { useActorWords } from './use-actor-words.ts'

/** Returns the flag version after an entry; 0 for a deletion. */
const versionAfter = ({ after }: AuditEntry): number => Number(after?.version ?? 0)

const entryWords = (entry: AuditEntry): readonly string[] => {
  const { before, after } = entry
  const words = before && after ? changeWords(before as unknown as FlagState, after as unknown as FlagState) : []
  return words.length > 0 ? words : [actionWords(entry)]
}

const OtherChanges = ({ entries }: { readonly entries: readonly AuditEntry[] }) => {
  const actorOf = useActorWords()
  return (
    <ul class="stack tight">
      {entries.map((entry) => (
        <li key={entry.sequence}>
          <strong>{actorOf(entry)}</strong>, <Time at={entry.at} now={serviceNow()} />
          {entry.reason ? ` (“${entry.reason}”)` : ''}: {entryWords(entry).join('; ')}
        </li>
      ))}
    </ul>
  )
}

export const Conflict = ({
  of: base,
  change,
  onApply,
}: {
  readonly of: Flag
  readonly change: Partial<UpdateFlagInput>
  readonly onApply: (current: Flag) => void
}) => {
  const [environment] = useEnvironment()
  const { key, version } = base
  const conflict = useOrganizationQuery((organization) => ({
    queryKey: ['flags', organization, environment, 'conflict', key, version],
    queryFn: async ({ signal }) => {
      const [current, { entries }] = await Promise.all([
        flags.getFlag({ key, environment }, { signal }),
        flags.listFlagAudit({ key, environment, limit: 20 }, { signal }),
      ])
      return { current, entries: entries.filter((entry) => versionAfter(entry) > version) }
    },
  }))
  return (
    <Loaded of={conflict}>
      {({ current, entries }) => {
        const conflictingNames = conflictingFields(change, { ...base }, { ...current })
        return (
          <Notice
            kind="warn"
            isAlert
            action={
              <Button kind="primary" onClick={() => onApply(current)}>
                Apply my change to version {current.version}
              </Button>
            }
          >
            <p>Your change was not saved, because the flag has changed since you opened it.</p>
            <OtherChanges entries={entries} />
            {conflictingNames.length > 0 && (
              <p>Both changes set {conflictingNames.join(', ')}. Your change would overwrite the other value.</p>
            )}
          </Notice>
        )
      }}
    </Loaded>
  )
}
