import type { Intake } from '@signet/posture'
import { useEffect, useRef, useState } from 'preact/hooks'
import { draftKey } from '../session/drafts.ts'
import { useSession } from '../session/session.tsx'
import { EMPTY_INTAKE, isEmptyIntake, isSameIntake, storedIntake } from './intake-draft.ts'

const keyOf = (organization: string): string => draftKey('trust-intake', organization)

const readStoredDraft = (organization: string): Intake => {
  try {
    return storedIntake(localStorage.getItem(keyOf(organization)))
  } catch {
    return EMPTY_INTAKE
  }
}

const storeDraft = (organization: string, draft: Intake): void => {
  try {
    if (isEmptyIntake(draft)) localStorage.removeItem(keyOf(organization))
    else localStorage.setItem(keyOf(organization), JSON.stringify(draft))
  } catch {
    // Storage is unavailable or full; the input is still on the page.
  }
}

interface IntakeDraft {
  readonly draft: Intake
  readonly change: (part: Partial<Intake>) => void
  /** Deletes the stored draft if it equals the sent one, because another tab may have started a new one. */
  readonly deleteStored: (sent: Intake) => void
}

/**
 * The organization's intake draft. It is stored across tabs and sessions, because an intake takes more than one
 * sitting.
 */
export const useIntakeDraft = (): IntakeDraft => {
  const { organization } = useSession()
  const [draft, setDraft] = useState(() => readStoredDraft(organization.id))
  const latestDraft = useRef(draft)
  const change = (part: Partial<Intake>) => {
    latestDraft.current = { ...latestDraft.current, ...part }
    // Stored immediately, because the user may leave the page before it renders again.
    storeDraft(organization.id, latestDraft.current)
    setDraft(latestDraft.current)
  }
  // If another tab changes the draft, this tab adopts the change instead of overwriting it.
  useEffect(() => {
    const adoptStoredDraft = ({ key }: StorageEvent) => {
      if (key !== null && key !== keyOf(organization.id)) return
      latestDraft.current = readStoredDraft(organization.id)
      setDraft(latestDraft.current)
    }
    addEventListener('storage', adoptStoredDraft)
    return () => removeEventListener('storage', adoptStoredDraft)
  }, [organization.id])
  const deleteStored = (sent: Intake) => {
    if (isSameIntake(readStoredDraft(organization.id), sent)) storeDraft(organization.id, EMPTY_INTAKE)
  }
  return { draft, change, deleteStored }
}

/** Prepares an intake as the draft for the next page, and reports whether another draft exists. */
export const useDraftStart = () => {
  const { organization } = useSession()
  return {
    hasDraft: () => !isEmptyIntake(readStoredDraft(organization.id)),
    start: (intake: Intake) => storeDraft(organization.id, intake),
  }
}
