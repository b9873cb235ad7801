import { useEffect, useState } from 'preact/hooks'

const FEEDBACK_MS = 2_000

export const useCopy = (text: string): readonly [isCopied: boolean, copy: () => void] => {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true))
  }
  return [isCopied, copy]
}
