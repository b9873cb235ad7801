const STEPS = 400
const PRECISION = 1e-12

/** ln of the gamma function for positive arguments (Lanczos). */
const lnGamma = (x: number): number => {
  const coefficients = [
    76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155, 1.208650973866179e-3,
    -5.395239384953e-6,
  ]
  const t = x + 5.5
  const sum = coefficients.reduce((total, each, at) => total + each / (x + at + 1), 1.000000000190015)
  return (x + 0.5) * Math.log(t) - t + Math.log((Math.sqrt(2 * Math.PI) * sum) / x)
}

/** The regularized lower incomplete gamma function P(a, x), by its series (Numerical Recipes, 6.2). */
const bySeries = (a: number, x: number): number => {
  let term = 1 / a
  let sum = 1 / a
  for (let n = 1; n < STEPS && Math.abs(term) > Math.abs(sum) * PRECISION; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum * Math.exp(-x + a * Math.log(x) - lnGamma(a))
}

/**
 * The regularized upper incomplete gamma function Q(a, x), by its continued fraction (Lentz's method; Numerical
 * Recipes, 6.2).
 */
const byFraction = (a: number, x: number): number => {
  let b = x + 1 - a
  // A substitute for infinity, where the fraction starts.
  let c = 1e300
  let d = 1 / b
  let h = d
  for (let n = 1; n < STEPS; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b)
    c = b + an / c
    const change = d * c
    h *= change
    if (Math.abs(change - 1) < PRECISION) break
  }
  return h * Math.exp(-x + a * Math.log(x) - lnGamma(a))
}

/** Returns the p-value: the probability that random draws deviate at least as much from the expected frequencies. */
export const chiSquaredP = (chi2: number, freedom: number): number => {
  if (freedom < 1 || chi2 <= 0) return 1
  const a = freedom / 2
  const x = chi2 / 2
  const p = x < a + 1 ? 1 - bySeries(a, x) : byFraction(a, x)
  return Math.min(1, Math.max(0, p))
}
