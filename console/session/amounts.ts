/** Formats an amount in the smallest currency unit, such as `$12.50`. */
export const moneyOf = (cents: number, currency = 'USD'): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)

/** Formats a count, such as `1 conversation` or `1,200 credits`. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
