import { useState } from 'preact/hooks'
import type { Flag } from './api.ts'

interface FlagListProps {
  readonly flags: readonly Flag[] | undefined
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
}

/** A short summary of a flag. */
export const summaryOf = ({ enabled, archived, type, percentage, variants, canary }: Flag): string => {
  if (archived) return 'archived'
  if (!enabled) return 'off'
  if (canary?.status === 'running') return `canary at ${percentage} %`
  if (canary?.status === 'paused') return `canary paused at ${percentage} %`
  const share = percentage === undefined ? '' : `${percentage} %`
  if (type === 'variant') return `${variants?.length ?? 0} variants ${share}`.trim()
  return share || 'on'
}

/** All flags, filtered by the typed text. */
export const FlagList = ({ flags, selected, onSelect }: FlagListProps) => {
  const [wanted, setWanted] = useState('')
  const words = wanted.toLowerCase()
  const shown = flags?.filter(({ key, tags }) => [key, ...tags].some((text) => text.toLowerCase().includes(words)))
  return (
    <nav aria-label="Flags">
      <label>
        Find
        <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
      </label>
      {shown === undefined && <p>Loading…</p>}
      <ul>
        {shown?.map((flag) => (
          <li key={flag.key}>
            <button
              type="button"
              aria-current={flag.key === selected ? 'true' : undefined}
              onClick={() => onSelect(flag.key)}
            >
              <span>{flag.key}</span>
              <small>{summaryOf(flag)}</small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
