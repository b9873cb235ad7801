import fc from 'fast-check'
import { anyCharacter } from '../../support/any-character.ts'

type Json = unknown
type Path = readonly (string | number)[]

const isComposite = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null

const pathsIn = (value: Json, path: Path = []): Path[] =>
  isComposite(value)
    ? [
        path,
        ...Object.entries(value).flatMap(([key, child]) =>
          pathsIn(child, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ]
    : [path]

const valueAt = (value: Json, path: Path): Json =>
  path.reduce<Json>((inner, key) => (isComposite(inner) ? inner[key as string] : undefined), value)

/** Returns a copy with the value at a path replaced; `undefined` removes it. */
const changeAt = (value: Json, [key, ...rest]: Path, change: (before: Json) => Json): Json => {
  if (key === undefined) return change(value)
  if (!isComposite(value)) return value
  const after = changeAt(value[key as string], rest, change)
  if (Array.isArray(value))
    return value.flatMap((item, i) => (i === key ? (after === undefined ? [] : [after]) : [item]))
  return Object.fromEntries(Object.entries({ ...value, [key]: after }).filter(([, child]) => child !== undefined))
}

const scalar = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('', ' ', '😀', 'true', '7', 'https://example.com/a', 'ada@example.com', '2026-02-30T00:00:00Z'),
  fc.integer({ min: -3, max: 5000 }),
  fc.constantFrom(-1, 0, 0.5, 1.5, 2147483647, 2147483648, 9007199254740991, 1e21, -0),
  fc.boolean(),
  fc.constant(null),
)
const anything = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.string({ minLength: 1, maxLength: 5 }).filter((key) => key !== '__proto__'),
      scalar,
      { maxKeys: 2 },
    ),
  },
)

const edit = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), value: anything }),
  fc.record({ kind: fc.constant('remove' as const), value: fc.constant(undefined) }),
  fc.record({ kind: fc.constant('extend' as const), value: scalar }),
)

const applyEdit = (value: Json, seed: number, { kind, value: replacement }: { kind: string; value: Json }): Json => {
  const paths = pathsIn(value)
  const path = paths[seed % paths.length] ?? []
  if (kind === 'replace') return changeAt(value, path, () => replacement)
  if (kind === 'remove') return path.length === 0 ? value : changeAt(value, path, () => undefined)
  const current = valueAt(value, path)
  if (typeof current === 'string') return changeAt(value, path, () => `${current}${String(replacement)}`)
  if (Array.isArray(current)) return changeAt(value, path, () => [...current, replacement])
  return isComposite(current) ? changeAt(value, path, () => ({ ...current, extra: replacement })) : value
}

/** Generates JSON values: one of `values` with up to three small changes, so that it may become invalid. */
export const mutatedJson = (values: readonly Json[]): fc.Arbitrary<Json> =>
  fc
    .record({
      base: fc.constantFrom(...values),
      edits: fc.array(fc.tuple(fc.nat(), edit), { maxLength: 3 }),
    })
    .map(({ base, edits }) => edits.reduce((value, [seed, change]) => applyEdit(value, seed, change), base))
    .map((value) => (value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json)))
