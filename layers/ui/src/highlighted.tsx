import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Language } from './language.ts'

/** Returns the highlighted text once the highlighter is loaded; until then, and without a language, the plain text. */
export const useHighlighted = (text: string, language: Language | undefined): ComponentChildren => {
  const [highlighted, setHighlighted] = useState<{ readonly text: string; readonly elements: ComponentChildren }>()
  useEffect(() => {
    if (language === undefined) return
    let isUnmounted = false
    void import('./highlight.tsx').then(({ highlight }) => {
      if (!isUnmounted) setHighlighted({ text, elements: highlight(text, language) })
    })
    return () => {
      isUnmounted = true
    }
  }, [text, language])
  return highlighted?.text === text ? highlighted.elements : text
}
