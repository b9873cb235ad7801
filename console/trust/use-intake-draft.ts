import type { Intake } from '@signet/posture'
import { useEffect, useRef, useState } from 'preact/hooks'
import { draftKey } from '../session/drafts.ts'
import { useSession } from '../session/session.tsx'
import { EMPTY_INTAKE, isEmptyIntake, isSameIntake, keptIntake } from './intake-draft.ts'

const keyOf = (organisation: string): string => draftKey('trust-intake', organisation)

const read = (organisation: string): Intake => {
  try {
    return keptIntake(localStorage.getItem(keyOf(organisation)))
  } catch {
    return EMPTY_INTAKE
  }
}

const keep = (organisation: string, draft: Intake): void => {
  try {
    if (isEmptyIntake(draft)) localStorage.removeItem(keyOf(organisation))
    else localStorage.setItem(keyOf(organisation), JSON.stringify(draft))
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

/** The intake that somebody writes for the organisation. It outlives its tab, as an intake takes longer than an afternoon. */
export const useIntakeDraft = (): IntakeDraft => {
  const { organisation } = useSession()
  const [draft, setDraft] = useState(() => read(organisation.id))
  const latest = useRef(draft)
  const change = (part: Partial<Intake>) => {
    latest.current = { ...latest.current, ...part }
    // Kept before anything is drawn: the next page may be another one.
    keep(organisation.id, latest.current)
    setDraft(latest.current)
  }
  // Another tab has written it: this one goes on from there, and puts nothing older in its place.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key !== null && key !== keyOf(organisation.id)) return
      latest.current = read(organisation.id)
      setDraft(latest.current)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [organisation.id])
  const forget = (sent: Intake) => {
    if (isSameIntake(read(organisation.id), sent)) keep(organisation.id, EMPTY_INTAKE)
  }
  return { draft, change, forget }
}

/** Lets an intake be the draft that the next page opens, and says whether another one is in its place. */
export const useDraftStart = () => {
  const { organisation } = useSession()
  return {
    isTaken: () => !isEmptyIntake(read(organisation.id)),
    start: (intake: Intake) => keep(organisation.id, intake),
  }
}
