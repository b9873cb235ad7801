import type { Intake } from '@signet/posture'
import { useEffect, useRef, useState } from 'preact/hooks'
import { draftKey } from '../session/drafts.ts'
import { useSession } from '../session/session.tsx'
import { EMPTY_INTAKE, isEmptyIntake, isSameIntake, storedIntake } from './intake-draft.ts'

const keyOf = (organization: string): string => draftKey('trust-intake', organization)

const read = (organization: string): Intake => {
  try {
    return storedIntake(localStorage.getItem(keyOf(organization)))
  } catch {
    return EMPTY_INTAKE
  }
}

const keep = (organization: string, draft: Intake): void => {
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
  readonly forget: (sent: Intake) => void
}

/**
 * The organization's intake draft. It is stored across tabs and sessions, because an intake takes more than one
 * sitting.
 */
export const useIntakeDraft = (): IntakeDraft => {
  const { organization } = useSession()
  const [draft, setDraft] = useState(() => read(organization.id))
  const latest = useRef(draft)
  const change = (part: Partial<Intake>) => {
    latest.current = { ...latest.current, ...part }
    // Stored before rendering, because the next page may be another one.
    keep(organization.id, latest.current)
    setDraft(latest.current)
  }
  // Another tab changed the draft; this one adopts it instead of overwriting it.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key !== null && key !== keyOf(organization.id)) return
      latest.current = read(organization.id)
      setDraft(latest.current)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [organization.id])
  const forget = (sent: Intake) => {
    if (isSameIntake(read(organization.id), sent)) keep(organization.id, EMPTY_INTAKE)
  }
  return { draft, change, forget }
}

/** Prepares an intake as the draft for the next page, and reports whether another draft exists. */
export const useDraftStart = () => {
  const { organization } = useSession()
  return {
    isTaken: () => !isEmptyIntake(read(organization.id)),
    start: (intake: Intake) => keep(organization.id, intake),
  }
}
