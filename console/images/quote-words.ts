import type { Quote } from '../api/images.ts'
import { formatCount } from '../session/amounts.ts'

export const refusalOf = ({ gates }: Pick<Quote, 'gates'>): string | undefined => {
  if (gates.plan !== 'passed') return 'This quality requires a paid plan.'
  if (gates.community !== 'passed') return 'This model is locked until its community milestone is reached.'
  if (gates.balance === 'insufficient_credits') return 'You do not have enough credits.'
  if (gates.balance === 'quota_exceeded') return 'Your monthly image quota is used up.'
  if (gates.spending !== 'passed') return 'The price exceeds the remaining budget.'
  if (gates.provider !== 'passed') return 'The provider of this model is currently unavailable.'
  return undefined
}

export const priceWords = ({ price, balance_after }: Pick<Quote, 'price' | 'balance_after'>): string => {
  const priceText = formatCount(price, 'credit')
  return balance_after === null ? priceText : `${priceText} (${balance_after.toLocaleString('en')} left)`
}
