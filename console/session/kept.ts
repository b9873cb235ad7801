import { useRef, useState } from 'preact/hooks'
import { useSession } from './session.tsx'

/** A browser that keeps nothing for pages throws; what is typed then lives as long as its page. */
const keep = (name: string, value: object): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // It is full or forbidden: what was typed is on the page all the same.
  }
}

export type DraftState<Value> = readonly [value: Value, change: (part: Partial<Value>) => void]

/** What somebody types for an organization, kept until the tab is closed. `read` makes it of what was kept, or of nothing. */
export const useKept = <Value extends object>(
  name: string,
  read: (text: string | null) => Value,
): DraftState<Value> => {
  const { organization } = useSession()
  const key = `${name}:${organization.id}`
  const [value, setValue] = useState(() => read(sessionStorage.getItem(key)))
  const latest = useRef(value)
  const change = (part: Partial<Value>) => {
    latest.current = { ...latest.current, ...part }
    // Kept before anything is drawn: the next page may be another one.
    keep(key, latest.current)
    setValue(latest.current)
  }
  return [value, change]
}
