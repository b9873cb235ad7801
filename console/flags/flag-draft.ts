import type { Flag, UpdateFlagInput } from '../api/flags.ts'
import { partsOf } from '../session/parts.ts'

export interface FlagDraft {
  readonly description: string
  readonly tags: string
  readonly percentage: string
  readonly variants: readonly { readonly key: string; readonly weight: string; readonly payload: unknown }[]
  readonly rules: Flag['rules']
  readonly default: string
  /** Overrides, prerequisites and schedule as JSON; empty: none. */
  readonly overrides: string
  readonly prerequisites: string
  readonly schedule: string
}

const jsonText = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

export const flagDraft = (flag: Flag): FlagDraft => ({
  description: flag.description,
  tags: flag.tags.join(', '),
  percentage: flag.percentage === undefined ? '' : String(flag.percentage),
  variants: (flag.variants ?? []).map(({ key, weight, payload }) => ({ key, weight: String(weight), payload })),
  rules: flag.rules,
  default: String(flag.default),
  overrides: jsonText(flag.overrides),
  prerequisites: jsonText(flag.prerequisites),
  schedule: jsonText(flag.schedule),
})

const parsed = (text: string): unknown => (text.trim() === '' ? null : JSON.parse(text))

const variantsOf = ({ variants }: FlagDraft) =>
  variants.map(({ key, weight, payload }) => ({
    key,
    weight: Number(weight),
    ...(payload === undefined ? {} : { payload }),
  }))

/** Returns the draft as members of a flag. @throws SyntaxError for invalid JSON */
const membersOf = (flag: Flag, draft: FlagDraft): Readonly<Record<string, unknown>> => ({
  description: draft.description,
  tags: partsOf(draft.tags, ','),
  ...(draft.percentage.trim() === '' ? { percentage: null } : { percentage: Number(draft.percentage) }),
  ...(flag.type === 'variant' ? { variants: variantsOf(draft), default: draft.default } : {}),
  ...(flag.type === 'boolean' ? { default: draft.default === 'true' } : {}),
  rules: draft.rules,
  overrides: parsed(draft.overrides),
  prerequisites: parsed(draft.prerequisites),
  schedule: parsed(draft.schedule),
})

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Returns the members that the draft changes; empty if there are none. @throws SyntaxError for invalid JSON */
export const changeOf = (flag: Flag, draft: FlagDraft): Partial<UpdateFlagInput> =>
  Object.fromEntries(
    Object.entries(membersOf(flag, draft)).filter(([name, value]) => !same(value, flag[name as keyof Flag])),
  )

/** Returns the changed members, or the error of invalid JSON. */
export const readChange = (
  flag: Flag,
  draft: FlagDraft,
): { readonly change: Partial<UpdateFlagInput>; readonly problem?: undefined } | { readonly problem: string } => {
  try {
    return { change: changeOf(flag, draft) }
  } catch (error) {
    return { problem: error instanceof SyntaxError ? `Invalid JSON: ${error.message}` : String(error) }
  }
}
