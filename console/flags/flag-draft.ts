import type { Flag, UpdateFlagInput } from '../api/flags.ts'
import { splitList } from '../session/split-list.ts'

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

const parseJson = (text: string): unknown => (text.trim() === '' ? null : JSON.parse(text))

const variantsOf = ({ variants }: FlagDraft) =>
  variants.map(({ key, weight, payload }) => ({
    key,
    weight: Number(weight),
    ...(payload === undefined ? {} : { payload }),
  }))

/** Returns the draft as fields of a flag. @throws SyntaxError for invalid JSON */
const flagFieldsOf = (flag: Flag, draft: FlagDraft): Readonly<Record<string, unknown>> => ({
  description: draft.description,
  tags: splitList(draft.tags, ','),
  ...(draft.percentage.trim() === '' ? { percentage: null } : { percentage: Number(draft.percentage) }),
  ...(flag.type === 'variant' ? { variants: variantsOf(draft), default: draft.default } : {}),
  ...(flag.type === 'boolean' ? { default: draft.default === 'true' } : {}),
  rules: draft.rules,
  overrides: parseJson(draft.overrides),
  prerequisites: parseJson(draft.prerequisites),
  schedule: parseJson(draft.schedule),
})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Returns the fields that the draft changes; empty if there are none. @throws SyntaxError for invalid JSON */
export const changeOf = (flag: Flag, draft: FlagDraft): Partial<UpdateFlagInput> =>
  Object.fromEntries(
    Object.entries(flagFieldsOf(flag, draft)).filter(([name, value]) => !isSame(value, flag[name as keyof Flag])),
  )

/** Returns the changed fields, or the error of invalid JSON. */
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
