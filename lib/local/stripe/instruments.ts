/**
 * Behavior of payments with a test number. `fails_later` attaches and pays while the holder is present, and fails
 * without the holder: the subscription starts normally and its renewals fail.
 */
export type Behavior =
  | 'pays'
  | 'declined'
  | 'insufficient_funds'
  | 'authenticates_once'
  | 'authenticates_always'
  | 'fails_later'
  | 'debit_pays'
  | 'debit_fails'

export interface Instrument {
  readonly type: 'card' | 'us_bank_account'
  readonly number: string
  readonly brand: string
  readonly behavior: Behavior
}

const card = (number: string, behavior: Behavior, brand = 'visa'): Instrument => ({
  type: 'card',
  number,
  brand,
  behavior,
})
const debit = (number: string, behavior: Behavior): Instrument => ({
  type: 'us_bank_account',
  number,
  brand: 'STRIPE TEST BANK',
  behavior,
})

/** Stripe's test numbers (docs.stripe.com/testing) of cards and of accounts for bank debits. */
const INSTRUMENTS: readonly Instrument[] = [
  card('4242424242424242', 'pays'),
  card('5555555555554444', 'pays', 'mastercard'),
  card('4000000000000002', 'declined'),
  card('4000000000009995', 'insufficient_funds'),
  card('4000002500003155', 'authenticates_once'),
  card('4000002760003184', 'authenticates_always'),
  card('4000000000000341', 'fails_later'),
  debit('000123456789', 'debit_pays'),
  debit('000222222227', 'debit_fails'),
]

const NUMBER_BY_NAME: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_usBankAccount_success: '000123456789',
}

export const instrumentByNumber = (input: string): Instrument | undefined => {
  const number = input.replaceAll(/[\s-]/g, '')
  return INSTRUMENTS.find((instrument) => instrument.number === number)
}

export const instrumentByName = (name: string): Instrument | undefined => instrumentByNumber(NUMBER_BY_NAME[name] ?? '')
