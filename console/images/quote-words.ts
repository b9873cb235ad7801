import type { Quote } from '../api/images.ts'
import { counted } from '../session/amounts.ts'

export const refusalOf = ({ gates }: Pick<Quote, 'gates'>): string | undefined => {
  if (gates.plan !== 'passed') return 'This class of images is part of the plan Pro.'
  if (gates.community !== 'passed') return 'This model is unlocked once enough people back it.'
  if (gates.balance === 'insufficient_credits') return 'There are not enough credits for it.'
  if (gates.balance === 'quota_exceeded') return 'The images of this month are used up.'
  if (gates.spending !== 'passed') return 'The budget does not suffice for it.'
  if (gates.provider !== 'passed') return 'The provider of this model is not available at the moment.'
  return undefined
}

export const priceWords = ({ price, balance_after }: Pick<Quote, 'price' | 'balance_after'>): string => {
  const costs = counted(price, 'credit')
  return balance_after === null ? costs : `${costs}, ${balance_after.toLocaleString('en')} left after it`
}
