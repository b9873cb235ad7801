import { useLocation } from 'preact-iso'

/** Returns a URL with some parameters changed; undefined and empty values are removed. */
export const addressWith = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const text = new URLSearchParams(entries).toString()
  return text === '' ? path : `${path}?${text}`
}

/** A URL parameter. Filters and open rows are stored there, so that Back works and URLs can be shared. */
export const useParameter = (name: string, fallback = ''): readonly [value: string, set: (value: string) => void] => {
  const { path, query, route } = useLocation()
  const value = query[name] ?? fallback
  const set = (next: string) => route(addressWith(path, { ...query, [name]: next === fallback ? undefined : next }))
  return [value, set]
}
