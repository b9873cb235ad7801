import { useEffect, useState } from 'preact/hooks'

/** Returns an object URL of a text for a download; it is revoked when the view closes. */
export const useTextFile = (text: string, type: string): string => {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type }))
    setUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [text, type])
  return url
}
