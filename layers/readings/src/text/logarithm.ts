const LN2 = 0.6931471805599453
const TERMS = 40

/**
 * The natural logarithm of a positive number, by sums and products alone. `Math.log` may differ between engines in the last
 * bit, and what is replayed must not.
 */
export const ln = (value: number): number => {
  if (!(value > 0) || value === Number.POSITIVE_INFINITY) throw new RangeError('The logarithm is of a positive number')
  let [mantissa, exponent] = [value, 0]
  while (mantissa >= 2) [mantissa, exponent] = [mantissa / 2, exponent + 1]
  while (mantissa < 1) [mantissa, exponent] = [mantissa * 2, exponent - 1]
  // ln m = 2 artanh((m - 1) / (m + 1)), whose terms fall ninefold.
  const ratio = (mantissa - 1) / (mantissa + 1)
  let [power, sum] = [ratio, 0]
  for (let term = 0; term < TERMS; term++) {
    sum += power / (2 * term + 1)
    power *= ratio * ratio
  }
  return 2 * sum + exponent * LN2
}
