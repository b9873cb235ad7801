interface SpentThing {
  readonly title: string
  readonly unit: string
  /** Counted amounts in a unit. Amounts are whole numbers: dollars are counted in millionths. */
  readonly scale: number
  readonly daily: number
  readonly counts: string
}

const DOLLARS = { unit: 'US dollars', scale: 1_000_000 } as const
const BY_PRICE = 'each call at the most that it can cost, then at the price of the vendor’s own count'

/**
 * The things that cost by use, each with its ceiling a day. The defaults leave a small business room and bound what a
 * flood can cost: docs/aws.md, "Who can make me pay".
 */
export const SPENT_THINGS = {
  'edge-hosted': { title: 'Painting by edge models', ...DOLLARS, daily: 50, counts: BY_PRICE },
  'provider-a': { title: 'Painting by provider-a', ...DOLLARS, daily: 100, counts: BY_PRICE },
  'provider-b': { title: 'Painting by provider-b', ...DOLLARS, daily: 100, counts: BY_PRICE },
  'anonymous-images': {
    title: 'Images without an account',
    unit: 'images',
    scale: 1,
    daily: 2_000,
    counts: 'each accepted job of a caller without an account, of all addresses together',
  },
  'bedrock-tokens': {
    title: 'The language model',
    unit: 'tokens',
    scale: 1,
    daily: 20_000_000,
    counts: 'the request and the longest answer, then the tokens that the model counted',
  },
  'embedding-tokens': {
    title: 'The embedding model',
    unit: 'tokens',
    scale: 1,
    daily: 200_000_000,
    counts: 'a token for each three bytes of text, which is more than models count in running text',
  },
  'comprehend-units': {
    title: 'Amazon Comprehend',
    unit: 'units of 100 characters',
    scale: 1,
    daily: 500_000,
    counts: 'each text in units, three at least, as Comprehend charges it',
  },
  mail: {
    title: 'Mail',
    unit: 'messages',
    scale: 1,
    daily: 20_000,
    counts: 'each message that is given to SES',
  },
  storage: {
    title: 'Storage of uploads',
    unit: 'gigabytes',
    scale: 1_000_000_000,
    daily: 500,
    counts: 'the bytes of each upload that is begun; an aborted one gives its bytes back',
  },
} as const satisfies Readonly<Record<string, SpentThing>>

export type SpendCategory = keyof typeof SPENT_THINGS

export const SPENT = Object.keys(SPENT_THINGS) as readonly SpendCategory[]

const isSpent = (name: string): name is SpendCategory => Object.hasOwn(SPENT_THINGS, name)

/** Ceilings in units, by thing. A thing without one has its default. */
export type Ceilings = Readonly<Partial<Record<SpendCategory, number>>>

const AMOUNT = /^\d{1,15}(?:\.\d{1,6})?$/

/** The name of a thing. @throws Error that lists the names there are. */
export const spentNamed = (name: string): SpendCategory => {
  if (isSpent(name)) return name
  throw new Error(`"${name}" is nothing that has a ceiling; it must be one of ${SPENT.join(', ')}`)
}

/** A ceiling in units. @throws Error that names the thing and the rule. */
export const ceilingNamed = (thing: SpendCategory, text: string): number => {
  const { unit, scale } = SPENT_THINGS[thing]
  const isWhole = Number.isInteger(Number((Number(text) * scale).toFixed(3)))
  if (AMOUNT.test(text) && isWhole && Number(text) * scale <= Number.MAX_SAFE_INTEGER) return Number(text)
  const rule = scale === 1 ? 'a whole number' : 'a number with at most six decimals'
  throw new Error(`The ceiling of ${thing} must be ${rule} of ${unit}, 0 or more; got "${text}"`)
}

/**
 * Ceilings as the configuration has them: `provider-a=50,mail=1000`. `none` and the empty text name none.
 * @throws Error that names the entry that is wrong, and the rule.
 */
export const ceilingsIn = (text: string): Ceilings => {
  const entries = text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean)
  const ceilings: Partial<Record<SpendCategory, number>> = {}
  for (const entry of entries) {
    const [name = '', amount, ...rest] = entry.split('=')
    if (amount === undefined || rest.length > 0)
      throw new Error(`"${entry}" is no ceiling; write <name>=<amount>, such as mail=1000`)
    const thing = spentNamed(name)
    if (ceilings[thing] !== undefined) throw new Error(`${thing} is named twice`)
    ceilings[thing] = ceilingNamed(thing, amount)
  }
  return ceilings
}

export const ceilingOf = (thing: SpendCategory, configured: Ceilings): number => {
  const { daily, scale } = SPENT_THINGS[thing]
  return Math.round((configured[thing] ?? daily) * scale)
}
