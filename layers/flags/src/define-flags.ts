import { checkFlag, checkSegment } from './check-flag.ts'
import type { FlagDefinition, FlagInput, FlagValue, Json, Segment } from './definition.ts'
import { FlagsRefused } from './engine/compile-snapshot.ts'
import { flagFrom } from './flag-from.ts'
import { copyJson } from './own-copy.ts'
import { depthProblems } from './prerequisite-depth.ts'
import { fieldPath } from './problem-list.ts'

export type DefinedFlag = Omit<FlagInput, 'key'>

export type DefinedFlags = Readonly<Record<string, DefinedFlag>>

/** Keys of the variants of a flag; `on` and `off` for a flag without variants. */
export type VariantKey<F extends DefinedFlag> = F extends { readonly variants: readonly { readonly key: infer K }[] }
  ? K & string
  : F extends { readonly type: 'boolean' | 'percentage' }
    ? 'on' | 'off'
    : string

export type PayloadOf<F extends DefinedFlag> = F extends { readonly variants: readonly (infer V)[] }
  ? V extends { readonly payload: infer P }
    ? P
    : undefined
  : Json | undefined

export type ValueOf<F extends DefinedFlag> = F['type'] extends 'variant'
  ? VariantKey<F>
  : F['type'] extends 'boolean' | 'percentage'
    ? boolean
    : FlagValue

/** Returns complete definitions of flags by key. @throws FlagsRefused with every rule that a flag breaks. */
export const definitionsOf = (flags: DefinedFlags): readonly FlagDefinition[] => {
  const inputs = Object.entries(flags).map(([key, flag]): FlagInput => ({ ...flag, key }))
  const problems = inputs.flatMap((input) =>
    checkFlag(input).map(({ field, message }) => ({ field: fieldPath(input.key, field), message })),
  )
  const allProblems = problems.length > 0 ? problems : depthProblems(inputs)
  if (allProblems.length > 0) throw new FlagsRefused(allProblems)
  return copyJson(inputs).map(flagFrom)
}

/** Returns checked copies of segments. @throws FlagsRefused with every rule that a segment breaks. */
export const segmentsOf = (segments: readonly Segment[]): readonly Segment[] => {
  const problems = segments.flatMap((segment, i) =>
    checkSegment(segment).map(({ field, message }) => ({ field: fieldPath(`segments.${i}`, field), message })),
  )
  if (problems.length > 0) throw new FlagsRefused(problems)
  return copyJson(segments)
}

/**
 * Defines flags of an application, with their keys and variants as types: code that evaluates an undefined flag does
 * not compile.
 * @throws FlagsRefused with every rule that a flag breaks.
 */
export const defineFlags = <const T extends DefinedFlags>(flags: T): T => {
  definitionsOf(flags)
  return flags
}
