import { Button, Diff, Empty, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type AuditEntry, flags } from '../api/flags.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { actionWords } from './audit-words.ts'
import { changedLines, editableFields } from './flag-diff.ts'
import { flagAddress } from './flag-tabs.tsx'
import { useEnvironment } from './queries.ts'
import { useActorWords } from './use-actor-words.ts'
import { useCacheFlag } from './use-cache-flag.ts'

/** Returns the flag version that an entry created or deleted, or undefined for a segment entry. */
const versionOf = ({ key, before, after }: AuditEntry): number | undefined => {
  const version = (after ?? before)?.version
  return typeof version === 'number' && !key.startsWith('segment:') ? version : undefined
}

/**
 * Returns whether the flag version of an entry can be restored: in the log of one flag, every version except the newest;
 * in the log of all flags, a deleted flag.
 */
const isRevertible = (entry: AuditEntry, isFlagHistory: boolean, index: number): boolean =>
  versionOf(entry) !== undefined && (isFlagHistory ? index > 0 : entry.action === 'deleted')

const RevertDialog = ({ of: entry, onClose }: { readonly of: AuditEntry; readonly onClose: () => void }) => {
  const [environment] = useEnvironment()
  const cacheFlag = useCacheFlag()
  const isDeleted = entry.action === 'deleted'
  return (
    <ConfirmAction
      title={isDeleted ? `Restore ${entry.key}?` : `Revert ${entry.key} to version ${versionOf(entry)}?`}
      action={isDeleted ? 'Restore flag' : 'Revert flag'}
      work={() => flags.revertFlag({ key: entry.key, environment, to: versionOf(entry) ?? 0 })}
      onDone={(flag) => {
        cacheFlag(flag)
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {isDeleted
          ? 'The deleted flag is restored at this version.'
          : 'The flag is changed back to this version. Later entries stay in the log.'}
      </p>
    </ConfirmAction>
  )
}

const Entry = ({
  of: entry,
  actor,
  onRevert,
}: {
  readonly of: AuditEntry
  readonly actor: string
  readonly onRevert?: () => void
}) => {
  const [environment] = useEnvironment()
  const lines = changedLines(editableFields(entry.before), editableFields(entry.after))
  const isSegment = entry.key.startsWith('segment:')
  return (
    <li class="card">
      <div class="row apart">
        <span>
          <strong>{actionWords(entry)}</strong>{' '}
          {isSegment ? (
            entry.key.slice('segment:'.length)
          ) : (
            <a href={flagAddress(`/flags/${encodeURIComponent(entry.key)}`, environment)}>{entry.key}</a>
          )}
          , {actor}, <Time at={entry.at} now={serviceNow()} />
        </span>
        {onRevert && (
          <Button onClick={onRevert}>
            {entry.action === 'deleted' ? 'Restore' : 'Revert to'} version {versionOf(entry)}
          </Button>
        )}
      </div>
      {entry.reason && <p>“{entry.reason}”</p>}
      {lines.length > 0 && <Diff label={`Changes in entry ${entry.sequence}`} lines={lines} />}
    </li>
  )
}

const useEntries = (flag: string | undefined) => {
  const [environment] = useEnvironment()
  return useOrganizationPages((organization) => ({
    queryKey: ['flags', organization, environment, 'audit', flag],
    queryFn: ({ pageParam, signal }) => {
      const page = { environment, limit: 20, cursor: pageParam }
      return flag === undefined
        ? flags.listAudit(page, { signal })
        : flags.listFlagAudit({ key: flag, ...page }, { signal })
    },
    next: ({ nextCursor }) => nextCursor,
  }))
}

export const AuditLog = ({ flag }: { readonly flag?: string }) => {
  const [reverting, setReverting] = useState<AuditEntry>()
  const pages = useEntries(flag)
  const actorOf = useActorWords()
  return (
    <div class="stack">
      <Loaded of={pages}>
        {(data) => {
          const entries = data.pages.flatMap((page) => page.entries)
          if (entries.length === 0) return <Empty>Changes to flags and segments appear here.</Empty>
          return (
            <ol class="stack tight">
              {entries.map((entry, index) => (
                <Entry
                  key={entry.sequence}
                  of={entry}
                  actor={actorOf(entry)}
                  {...(isRevertible(entry, flag !== undefined, index) ? { onRevert: () => setReverting(entry) } : {})}
                />
              ))}
            </ol>
          )
        }}
      </Loaded>
      <MorePages of={pages} />
      {reverting && <RevertDialog of={reverting} onClose={() => setReverting(undefined)} />}
    </div>
  )
}
