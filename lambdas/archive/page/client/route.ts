import { useEffect, useState } from 'preact/hooks'

/** The open page, from the hash of the address: #/conversation/<id>?message=…&quote=… */
export interface Place {
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

const placeOf = (hash: string): Place => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) }
}

/** The open page, updated with the address. */
export const usePlace = (): Place => {
  const [place, setPlace] = useState(() => placeOf(location.hash))
  useEffect(() => {
    const follow = () => setPlace(placeOf(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}

/** The address of a passage: its conversation, opened at the quote. */
export const passageAddress = (conversation: string, message = '', quote = ''): string =>
  `#/conversation/${encodeURIComponent(conversation)}?${new URLSearchParams({ message, quote })}`
