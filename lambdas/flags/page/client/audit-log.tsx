import { useEffect, useState } from 'preact/hooks'
import { type AuditEntry, readAudit } from './api.ts'
import type { FlagPartProps } from './flag-part-props.ts'

/** Members that every change touches, and those that a canary reports itself. */
const UNTOLD = ['version', 'updatedAt', 'createdAt', 'allocation']

const text = (value: unknown): string => {
  const written = value === undefined ? 'nothing' : JSON.stringify(value)
  return written.length > 80 ? `${written.slice(0, 79)}…` : written
}

/** The differences of two versions, one line for each member. */
const differences = ({ before, after }: AuditEntry): string[] => {
  if (!before || !after) return []
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !UNTOLD.includes(name))
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => (name === 'canary' ? 'canary' : `${name}: ${text(before[name])} → ${text(after[name])}`))
}

/** The changes of the flag, newest first. */
export const AuditLog = ({ access, flag: { key, version } }: Omit<FlagPartProps, 'act'>) => {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([])
  useEffect(() => {
    readAudit(access, key).then(setEntries, () => setEntries([]))
  }, [access, key, version])
  return (
    <section aria-label="Audit log">
      <h3>Audit log</h3>
      <ol class="log">
        {entries.map((entry) => (
          <li key={entry.sequence}>
            <time dateTime={entry.at}>{new Date(entry.at).toLocaleString()}</time>{' '}
            <strong>{entry.action.replaceAll('_', ' ')}</strong> by {entry.actor.type} {entry.actor.id}
            {entry.reason && `: ${entry.reason}`}
            <ul>
              {differences(entry).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
