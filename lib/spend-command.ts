import type { CeilingTable, Spending } from '@signet/kernel/ceiling-table'
import {
  type Ceilings,
  ceilingNamed,
  SPEND_CATEGORIES,
  SPEND_CATEGORY_NAMES,
  type SpendCategory,
  spendCategoryNamed,
} from '@signet/kernel/ceilings'

export const USAGE = `npm run spend -- <stage> [--json]
npm run spend -- <stage> raise|lower <category> <amount> [--until today|forever]

Prints today's usage of the stage by category, or sets a ceiling, by default for today.
Amounts are in the units of the table. Categories: ${SPEND_CATEGORY_NAMES.join(', ')}.
--endpoint URL  another address of AWS; the stage "local" uses that in .local/stack.json (--state DIR: another folder)`

/** The arguments are invalid. The message has the reason and the usage. */
export class InvalidArgumentsError extends Error {
  override readonly name = 'InvalidArgumentsError'
  constructor(reason: string) {
    super(`${reason}\n\n${USAGE}`)
  }
}

interface Change {
  readonly verb: 'raise' | 'lower'
  readonly category: SpendCategory
  readonly amount: number
  readonly isForToday: boolean
}

export interface SpendCommand {
  readonly stage: string
  readonly isJson: boolean
  readonly endpoint: string | undefined
  readonly state: string
  readonly change: Change | undefined
}

const OPTIONS = ['--until', '--endpoint', '--state'] as const

/**
 * Splits arguments into words and options with values.
 * @throws InvalidArgumentsError
 */
const splitArguments = (args: readonly string[]) => {
  const words: string[] = []
  const options = new Map<string, string>()
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (!word.startsWith('--') || word === '--json') {
      words.push(word)
      continue
    }
    const value = args[index + 1]
    if (!(OPTIONS as readonly string[]).includes(word)) throw new InvalidArgumentsError(`Unknown option ${word}`)
    if (value === undefined) throw new InvalidArgumentsError(`${word} requires a value`)
    options.set(word, value)
    index++
  }
  return { words: words.filter((word) => word !== '--json'), options, isJson: words.includes('--json') }
}

const changeOf = (words: readonly string[], until: string): Change | undefined => {
  const [verb, name, amount, ...excess] = words
  if (verb === undefined) return undefined
  if (verb !== 'raise' && verb !== 'lower')
    throw new InvalidArgumentsError(`Unknown command "${verb}": use raise or lower`)
  if (name === undefined || amount === undefined || excess.length > 0)
    throw new InvalidArgumentsError(`${verb} requires a category and an amount`)
  if (until !== 'today' && until !== 'forever')
    throw new InvalidArgumentsError(`--until must be today or forever, not "${until}"`)
  try {
    const category = spendCategoryNamed(name)
    return { verb, category, amount: ceilingNamed(category, amount), isForToday: until === 'today' }
  } catch (error) {
    throw new InvalidArgumentsError(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the arguments of the command. @throws InvalidArgumentsError */
export const spendCommand = (args: readonly string[]): SpendCommand => {
  const { words, options, isJson } = splitArguments(args)
  const [stage, ...changeWords] = words
  if (stage === undefined) throw new InvalidArgumentsError('The stage is missing')
  const change = changeOf(changeWords, options.get('--until') ?? 'today')
  return { stage, isJson, endpoint: options.get('--endpoint'), state: options.get('--state') ?? '.local', change }
}

/**
 * Sets the ceiling.
 * @throws InvalidArgumentsError if `raise` would lower it, or `lower` raise it.
 */
export const setCeiling = async (
  table: CeilingTable,
  { verb, category, amount, isForToday }: Change,
  configured: Ceilings,
  by: string,
): Promise<void> => {
  const { scale, unit } = SPEND_CATEGORIES[category]
  const ceiling = Math.round(amount * scale)
  const spending = (await table.today(configured)).find((each) => each.category === category)
  const before = (isForToday ? spending?.ceiling : spending?.permanentCeiling) ?? 0
  if (verb === 'raise' ? ceiling <= before : ceiling >= before)
    throw new InvalidArgumentsError(
      `The ceiling of ${category} is ${before / scale} ${unit}; ${amount} does not ${verb} it`,
    )
  await table.set({ category, ceiling, isForToday, by })
}

const inUnits = ({ category, used, ceiling }: Spending) => {
  const { unit, scale } = SPEND_CATEGORIES[category]
  return { used: used / scale, ceiling: ceiling / scale, unit }
}

const shareOf = ({ used, ceiling }: Spending): number =>
  ceiling === 0 ? 100 : Math.round((used * 1_000) / ceiling) / 10

export const spendJson = (spending: readonly Spending[], resetsAt: Date): string =>
  JSON.stringify(
    {
      resets_at: resetsAt.toISOString(),
      categories: spending.map((each) => ({
        category: each.category,
        ...inUnits(each),
        share_percent: shareOf(each),
        from: each.source,
        set_by: each.setBy ?? null,
        set_at: each.setAt ?? null,
        until: each.day ?? null,
      })),
    },
    null,
    2,
  )

const rounded = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 2 })

const originOf = ({ source, setBy, setAt, day }: Spending): string =>
  source === 'operator' ? `${setBy} at ${setAt}${day === undefined ? '' : ', for today'}` : source

export const spendTableText = (spending: readonly Spending[], resetsAt: Date): string => {
  const rows = spending.map((each) => {
    const { used, ceiling, unit } = inUnits(each)
    return [each.category, rounded(used), rounded(ceiling), `${shareOf(each)} %`, unit, originOf(each)]
  })
  const all = [['Category', 'Used', 'Ceiling', 'Share', 'Unit', 'Set by'], ...rows]
  const widths = all[0]?.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0))) ?? []
  const lines = all.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n\nUsage resets at ${resetsAt.toISOString()}.`
}
