import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Language } from './language.ts'

/** Returns the highlighted text once the highlighter is loaded; until then, and without a language, the plain text. */
export const useHighlighted = (text: string, language: Language | undefined): ComponentChildren => {
  const [highlighted, setHighlighted] = useState<{ readonly text: string; readonly parts: ComponentChildren }>()
  useEffect(() => {
    if (language === undefined) return
    let isGone = false
    void import('./highlight.tsx').then(({ highlight }) => {
      if (!isGone) setHighlighted({ text, parts: highlight(text, language) })
    })
    return () => {
      isGone = true
    }
  }, [text, language])
  return highlighted?.text === text ? highlighted.parts : text
}
