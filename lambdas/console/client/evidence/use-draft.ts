import { useRef, useState } from 'preact/hooks'
import { useSession } from '../session/session.tsx'
import { type AttestDraft, keptAttestDraft } from './attest-draft.ts'
import { type ContentDraft, keptDraft } from './content-draft.ts'

/** A browser that keeps nothing for pages throws; what is typed then lives as long as its page. */
const keep = (name: string, value: object): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // It is full or forbidden: what was typed is on the page all the same.
  }
}

type Kept<Value> = readonly [value: Value, change: (part: Partial<Value>) => void]

const useKept = <Value extends object>(name: string, read: (text: string | null) => Value): Kept<Value> => {
  const { organisation } = useSession()
  const key = `${name}:${organisation.id}`
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

/** The text that this tab works at, kept until the tab is closed. */
export const useDraft = (): Kept<ContentDraft> => useKept('evidence-draft', keptDraft)

/** What goes beside it into its receipt, kept likewise. */
export const useAttestDraft = (): Kept<AttestDraft> => useKept('evidence-attest', keptAttestDraft)
