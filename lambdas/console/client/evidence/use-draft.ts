import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../session/session.tsx'
import { type ContentDraft, keptDraft } from './content-draft.ts'

/** A browser that keeps nothing for pages throws; the draft then lives as long as its page. */
const keep = (name: string, draft: ContentDraft): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // It is full or forbidden: the text is on the page all the same.
  }
}

/** The text that this tab works at, kept until the tab is closed. */
export const useDraft = (): readonly [draft: ContentDraft, change: (part: Partial<ContentDraft>) => void] => {
  const { organisation } = useSession()
  const name = `evidence-draft:${organisation.id}`
  const [draft, setDraft] = useState(() => keptDraft(sessionStorage.getItem(name)))
  useEffect(() => keep(name, draft), [name, draft])
  return [draft, (part) => setDraft((before) => ({ ...before, ...part }))]
}
