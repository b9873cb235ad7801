import type { Intake } from '@signet/posture'
import { useEffect, useRef, useState } from 'preact/hooks'
import { draftKey } from '../session/drafts.ts'
import { useSession } from '../session/session.tsx'
import { EMPTY_INTAKE, isEmptyIntake, isSameIntake, keptIntake } from './intake-draft.ts'

const keyOf = (organization: string): string => draftKey('trust-intake', organization)

const read = (organization: string): Intake => {
  try {
    return keptIntake(localStorage.getItem(keyOf(organization)))
  } catch {
    return EMPTY_INTAKE
  }
}

const keep = (organization: string, draft: Intake): void => {
  try {
    if (isEmptyIntake(draft)) localStorage.removeItem(keyOf(organization))
    else localStorage.setItem(keyOf(organization), JSON.stringify(draft))
  } catch {
    // It is full or forbidden: what was typed is on the page all the same.
  }
}

interface IntakeDraft {
  readonly draft: Intake
  readonly change: (part: Partial<Intake>) => void
  /** Forgets what the browser keeps, if that is what was sent: another tab may have begun the next. */
  readonly forget: (sent: Intake) => void
}

/** The intake that somebody writes for the organization. It outlives its tab, as an intake takes longer than an afternoon. */
export const useIntakeDraft = (): IntakeDraft => {
  const { organization } = useSession()
  const [draft, setDraft] = useState(() => read(organization.id))
  const latest = useRef(draft)
  const change = (part: Partial<Intake>) => {
    latest.current = { ...latest.current, ...part }
    // Kept before anything is drawn: the next page may be another one.
    keep(organization.id, latest.current)
    setDraft(latest.current)
  }
  // Another tab has written it: this one goes on from there, and puts nothing older in its place.
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

/** Lets an intake be the draft that the next page opens, and says whether another one is in its place. */
export const useDraftStart = () => {
  const { organization } = useSession()
  return {
    isTaken: () => !isEmptyIntake(read(organization.id)),
    start: (intake: Intake) => keep(organization.id, intake),
  }
}
