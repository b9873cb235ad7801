import { entryOf, textOf } from './json.ts'

/** Last words in the names of members without conversation text: ids, times, URLs, kinds, counts, titles. */
const LABEL_NAME =
  /(?:^|_)(?:ids?|uuid|key|hash|etag|checksum|token|cursor|revision|v|at|on|time|date|datetime|timestamp|expires|zone|timezone|url|uri|href|link|path|slug|type|kind|role|sender|author|user|username|email|phone|account|owner|status|state|phase|step|mode|model|models|endpoint|provider|vendor|source|version|lang|language|locale|mime|format|encoding|extension|size|width|height|length|count|index|order|weight|channel|recipient|visibility|access|color|icon|avatar|emoji|tag|tags|title|name|label|category|folder|project|parent|children|reason|effort|node|leaf|root|scope|origin|voice|plan|verbosity|ref|refs|object|reaction|preference|privacy|platform|device|client|app|product|products|header)$/

const ID =
  /^[0-9a-f]{8}-[0-9a-f]{4}-|^[a-z\d]+(?:_[a-z\d]+)+$|^[\w-]*\d[\w-]*$|^https?:\/\/\S+$|^\d{4}-\d{2}-\d{2}T\S+$/i

const toSnakeCase = (key: string): string =>
  key
    .replaceAll(/^[_$@]+|_+$/g, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_')

export const isLabel = (key: string): boolean => LABEL_NAME.test(toSnakeCase(key))

/**
 * Yields all possible conversation text in a value of unknown shape, in file order: texts that are not ids, times or URLs,
 * and not in members with such names. If it yields nothing, the value contains no conversation text.
 */
export function* textsIn(value: unknown, key = ''): Generator<string> {
  if (typeof value === 'string') {
    const text = value.trim()
    if (text !== '' && !isLabel(key) && !ID.test(text)) yield textOf(text) ?? ''
    return
  }
  if (Array.isArray(value)) for (const item of value) yield* textsIn(item, key)
  else for (const [name, member] of Object.entries(entryOf(value) ?? {})) yield* textsIn(member, name)
}

export const collectText = (value: unknown): string | undefined => {
  const texts = [...textsIn(value)]
  return texts.length === 0 ? undefined : texts.join('\n')
}

export const hasText = (value: unknown): boolean => !textsIn(value).next().done

const KEYS_MAX = 12
const KEY_CHARACTERS_MAX = 40

export const keysOf = (value: unknown): readonly string[] =>
  Object.keys(entryOf(Array.isArray(value) ? value[0] : value) ?? {})
    .slice(0, KEYS_MAX)
    .map((key) => key.slice(0, KEY_CHARACTERS_MAX).toWellFormed())
