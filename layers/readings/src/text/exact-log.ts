/**
 * Computes the natural logarithm of a ratio of at least 1 from operations that IEEE 754 rounds identically everywhere:
 * engines differ in the last bits of Math.log.
 */
export const exactLog = (ratio: number): number => {
  let value = ratio
  let halvings = 0
  while (value >= 1.5) {
    value /= 2
    halvings += 1
  }
  const y = (value - 1) / (value + 1)
  let power = y
  let sum = 0
  for (let n = 1; n < 40; n += 2) {
    sum += power / n
    power *= y * y
  }
  return 2 * sum + halvings * Math.LN2
}
