import { CERTIFICATIONS, CONTROLS } from '../intake-values.ts'
import type { Intake } from '../schemas.ts'

export interface RulePath {
  /** Path of the element, such as `subprocessors[2].dpaSigned`. */
  readonly path: string
  readonly key: string
}

const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  controlBaseline: CONTROLS,
  certifications: CERTIFICATIONS,
}

const pathAt = (path: string, key: string): string => path.replace('[i]', `[${key}]`).replace('*', key)

const fieldOf = (intake: Intake, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], intake)

/** Returns the value of a field for the element of a rule path, which replaces `[i]` or `*` in `member`. */
export const fieldAt = (intake: Intake, member: string, { key }: RulePath): unknown =>
  fieldOf(intake, pathAt(member, key))

/** Returns one path per list element (`[i]`) or object entry (`*`) that the path matches; otherwise the path itself. */
export const elementPathsOf = (intake: Intake, path: string): readonly RulePath[] => {
  const [list, inList] = path.split('[i]')
  if (inList !== undefined) {
    const elements = fieldOf(intake, list ?? '') as readonly unknown[]
    return elements.map((_, nth) => ({ path: pathAt(path, String(nth)), key: String(nth) }))
  }
  const [parent, inEntry] = path.split('.*')
  if (inEntry === undefined) return [{ path, key: '' }]
  return (ENTRIES[parent ?? ''] ?? []).map((key) => ({ path: pathAt(path, key), key }))
}
