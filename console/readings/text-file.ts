import { useEffect, useState } from 'preact/hooks'

/** An address of a text as a file, for a download. It is let go with the view. */
export const useTextFile = (text: string, type: string): string => {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [text, type])
  return address
}
