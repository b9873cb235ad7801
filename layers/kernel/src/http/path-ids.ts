import type { Ids } from '../trail.ts'

/** The forms of ids: UUIDs, ULIDs, keys such as `org_3f…`. Other text in a path is not logged. */
const ID = /^[\w:.-]{1,80}$/

const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '')

const snake = (name: string): string =>
  name
    .replace(/-/g, '_')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()

/** Returns the name of an id. `{id}` is named after the preceding segment: in `/v2/jobs/{id}` it is a `job_id`. */
const nameOf = (segments: readonly string[], index: number, parameter: string): string =>
  parameter === 'id' ? `${snake(singular(segments[index - 1] ?? 'thing'))}_id` : snake(parameter)

/** Returns the ids in a path, by their names in log lines. Parameters that are not ids are omitted. */
export const pathIds = (path: string, params: Readonly<Record<string, string>>): Ids => {
  const segments = path.split('/')
  const ids = segments.flatMap((segment, index) => {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    const value = parameter === undefined ? undefined : params[parameter]
    if (parameter === undefined || value === undefined || !/id$/i.test(parameter) || !ID.test(value)) return []
    return [[nameOf(segments, index, parameter), value]]
  })
  return Object.fromEntries(ids)
}
