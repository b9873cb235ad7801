import { useEffect, useState } from 'preact/hooks'

/** What is looked at, as the hash of the address says: #/conversation/<id>?message=…&quote=… */
export interface Place {
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

const placeOf = (hash: string): Place => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) }
}

/** The place, kept up with the address. */
export const usePlace = (): Place => {
  const [place, setPlace] = useState(() => placeOf(location.hash))
  useEffect(() => {
    const follow = () => setPlace(placeOf(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}

/** The address of a passage: its conversation, opened where the quote stands. */
export const passageAddress = (conversation: string, message = '', quote = ''): string =>
  `#/conversation/${encodeURIComponent(conversation)}?${new URLSearchParams({ message, quote })}`
