interface SpendCategoryDefinition {
  readonly title: string
  readonly unit: string
  /** Counted amounts per unit. Counted amounts are integers: dollars are counted in millionths. */
  readonly scale: number
  readonly daily: number
  readonly counts: string
}

const DOLLARS = { unit: 'US dollars', scale: 1_000_000 } as const
const BY_PRICE = 'each call at its maximum cost, then at the price of the usage that the vendor reports'

/**
 * The spending categories, each with its daily ceiling. The defaults suit a small business and limit the cost of a
 * flood: docs/aws.md, "Maximum daily cost".
 */
export const SPEND_CATEGORIES = {
  'edge-hosted': { title: 'Image generation by edge models', ...DOLLARS, daily: 50, counts: BY_PRICE },
  'provider-a': { title: 'Image generation by provider-a', ...DOLLARS, daily: 100, counts: BY_PRICE },
  'provider-b': { title: 'Image generation by provider-b', ...DOLLARS, daily: 100, counts: BY_PRICE },
  'anonymous-images': {
    title: 'Images without an account',
    unit: 'images',
    scale: 1,
    daily: 2_000,
    counts: 'each accepted job of a caller without an account, across all addresses',
  },
  'bedrock-tokens': {
    title: 'The language model',
    unit: 'tokens',
    scale: 1,
    daily: 20_000_000,
    counts: 'the request and the longest answer, then the tokens that the model reported',
  },
  'embedding-tokens': {
    title: 'The embedding model',
    unit: 'tokens',
    scale: 1,
    daily: 200_000_000,
    counts: 'one token per three bytes of text, which is more than models count in prose',
  },
  'comprehend-units': {
    title: 'Amazon Comprehend',
    unit: 'units of 100 characters',
    scale: 1,
    daily: 500_000,
    counts: 'each text in units, at least three, as Comprehend charges',
  },
  mail: {
    title: 'Mail',
    unit: 'messages',
    scale: 1,
    daily: 20_000,
    counts: 'each message that SES accepts',
  },
  storage: {
    title: 'Storage of uploads',
    unit: 'gigabytes',
    scale: 1_000_000_000,
    daily: 500,
    counts: 'the bytes of each upload that is started; an aborted upload returns its bytes',
  },
} as const satisfies Readonly<Record<string, SpendCategoryDefinition>>

export type SpendCategory = keyof typeof SPEND_CATEGORIES

export const SPEND_CATEGORY_NAMES = Object.keys(SPEND_CATEGORIES) as readonly SpendCategory[]

const isSpendCategory = (name: string): name is SpendCategory => Object.hasOwn(SPEND_CATEGORIES, name)

/** Ceilings in units, by category. A category without one has its default. */
export type Ceilings = Readonly<Partial<Record<SpendCategory, number>>>

const AMOUNT = /^\d{1,15}(?:\.\d{1,6})?$/

/** Returns the spending category with a name. @throws Error with the valid names */
export const spendCategoryNamed = (name: string): SpendCategory => {
  if (isSpendCategory(name)) return name
  throw new Error(`"${name}" has no ceiling. Use one of ${SPEND_CATEGORY_NAMES.join(', ')}`)
}

/** Parses a ceiling in units. @throws Error with the category and the rule */
export const ceilingNamed = (category: SpendCategory, text: string): number => {
  const { unit, scale } = SPEND_CATEGORIES[category]
  const isWhole = Number.isInteger(Number((Number(text) * scale).toFixed(3)))
  if (AMOUNT.test(text) && isWhole && Number(text) * scale <= Number.MAX_SAFE_INTEGER) return Number(text)
  const rule = scale === 1 ? 'a whole number' : 'a number with at most six decimals'
  throw new Error(`The ceiling of ${category} must be ${rule} of ${unit}, 0 or more (got "${text}")`)
}

/**
 * Parses the ceilings of the configuration: `provider-a=50,mail=1000`. `none` and the empty text contain none.
 * @throws Error with the invalid entry and the rule
 */
export const ceilingsIn = (text: string): Ceilings => {
  const entries = text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean)
  const ceilings: Partial<Record<SpendCategory, number>> = {}
  for (const entry of entries) {
    const [name = '', amount, ...rest] = entry.split('=')
    if (amount === undefined || rest.length > 0)
      throw new Error(`"${entry}" is not a ceiling. Write <name>=<amount>, such as mail=1000`)
    const category = spendCategoryNamed(name)
    if (ceilings[category] !== undefined) throw new Error(`${category} occurs twice`)
    ceilings[category] = ceilingNamed(category, amount)
  }
  return ceilings
}

export const ceilingOf = (category: SpendCategory, configured: Ceilings): number => {
  const { daily, scale } = SPEND_CATEGORIES[category]
  return Math.round((configured[category] ?? daily) * scale)
}
