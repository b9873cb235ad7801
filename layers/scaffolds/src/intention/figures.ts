import { numberOf, type StatedSchedule, scheduleOf } from './schedule.ts'

export interface StatedValue<T> {
  readonly quote: string
  readonly value: T
}

export interface Figures {
  readonly schedule?: StatedSchedule
  readonly maxBytes?: StatedValue<number>
  readonly formats: readonly StatedValue<string>[]
  /** Amount above which an approval is needed, in hundredths of the currency. */
  readonly approvalAbove?: StatedValue<{ readonly cents: number; readonly currency: string }>
}

const UNITS: Readonly<Record<string, number>> = {
  kb: 1_000,
  kib: 1_024,
  mb: 1_000_000,
  mib: 1_048_576,
  gb: 1_000_000_000,
}
const SIZE =
  /(?:(?:above|over|larger than|bigger than|more than|exceeding|up to|at most|at maximum|max(?:imum)?(?: of)?|no larger than|smaller than|below|under)\s+)(\d{1,4}(?:\.\d)?)\s*(KB|KiB|MB|MiB|GB|megabytes?|kilobytes?)\b/i

/** "Above 10 MB" is a limit if larger files are rejected. */
const REJECTION = /\b(?:reject|refuse|deny|block|skip|ignore|drop|not|never|no)/i

const sizeOf = (intention: string): StatedValue<number> | undefined => {
  const [quote, count, unit = ''] = SIZE.exec(intention) ?? []
  if (quote === undefined) return undefined
  if (/^(?:above|over|larger|bigger|more|exceeding)/i.test(quote) && !REJECTION.test(intention)) return undefined
  const name = unit
    .toLowerCase()
    .replace(/^megabytes?$/, 'mb')
    .replace(/^kilobytes?$/, 'kb')
  return { quote, value: Math.round(Number(count) * (UNITS[name] ?? 1)) }
}

const FORMATS =
  /\b(?:(PDF|CSV|XML|XLSX?|Excel|Word|DOCX|JPE?G|PNG|TIFF?|ZIP|Parquet|NDJSON|JSON|YAML|photos?|images?|pictures?|videos?|audio)(?:\s+files?)?)\b/gi

const formatsOf = (intention: string): StatedValue<string>[] =>
  [...intention.matchAll(FORMATS)].map(([quote, name = '']) => ({ quote, value: name.toLowerCase() }))

const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: 'USD',
  usd: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  '£': 'GBP',
  gbp: 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  chf: 'CHF',
  francs: 'CHF',
}
const AMOUNT =
  /\b(?:above|over|more than|exceeding|larger than|beyond)\s+(?:an? |(?:(€|\$|£|EUR|USD|GBP|CHF)\s*)?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{2}))?\s*)(hundred|thousand)?\s*(€|\$|£|EUR\b|euros?\b|USD\b|dollars?\b|GBP\b|pounds?\b|CHF\b|francs\b)?/i

const amountOf = (intention: string): Figures['approvalAbove'] => {
  const [quote, prefixCurrency, digits, cents = '0', scale, suffixCurrency] = AMOUNT.exec(intention) ?? []
  const currency = CURRENCIES[(prefixCurrency ?? suffixCurrency ?? '').toLowerCase()]
  if (quote === undefined || currency === undefined || (digits === undefined && scale === undefined)) return undefined
  const factor = { hundred: 100, thousand: 1_000 }[(scale ?? '').toLowerCase()] ?? 1
  const wholeUnits = (digits === undefined ? 1 : numberOf(digits)) * factor
  return { quote: quote.trim(), value: { cents: wholeUnits * 100 + Number(cents), currency } }
}

/**
 * Reads the times, sizes and amounts of an intention. Other numbers remain unmatched words of their clauses.
 */
export const figuresOf = (intention: string): Figures => {
  const schedule = scheduleOf(intention)
  const maxBytes = sizeOf(intention)
  const approvalAbove = amountOf(intention)
  return {
    ...(schedule !== undefined && { schedule }),
    ...(maxBytes !== undefined && { maxBytes }),
    formats: formatsOf(intention),
    ...(approvalAbove !== undefined && { approvalAbove }),
  }
}
