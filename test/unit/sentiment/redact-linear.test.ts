import { describe, expect, test } from 'vitest'
import { foldedText, plainTextOf } from '../../../lambdas/sentiment/personal-data/plain-text.ts'
import { FINDERS } from '../../../lambdas/sentiment/personal-data/redact.ts'
import { scaled } from '../../support/scale.ts'

const REGIONS = ['US', 'GB', 'FR', 'DE']

const WORST_CASE_UNITS =
  'a|1 |1|@|a@|+1|A |Mr |.|1.|a.|::|1:|Hi A|my name is |9|(|at |a at |1-|12 a b |DE00|street |0 |http://|www.|@a.|born on |ssn |a#|Aa |Aa-|zero |1 Aa Aa |IBAN |ig |ssn 1|12 rue de |Regards,|x.x@x.x|[NAME] and |O’|\u0041\u0300|a dot |rue |rue de A |tel |order |order 12345 |passport |born 1.1.90 |1 mai |&#64;|a/|a.de/|00 |A, |Aa 1, |Aa Aa, |A. |– |Via Aa 1, 2 Aa, |1234 AB |dni 1234|m. |\ufffc|1/|ab:|Ich, A|herr |a_a|a-|Aastr. 1, 12345 Aa, |mw. drs. |Dipl.-|Name: A, |Aa Aa |thanks |soy |Flat 1, 1 Aa, |one two |first of |A.A.|(Aa Aa|left at the Aa |an der Aa |Anna |Anna Aa, |, Anna Aa|merci Anna et |Aa str. |calle 1 # |order 1-|order no |SKU a1 and |VAT 1 |Am Aa 1|Am Aa |Cuesta de A |The Aa, |null eins |I live at 1 a |Aa 1 bus |A, A. |passport A1234567 '.split(
    '|',
  )

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const msOf = (run: () => unknown): number => {
  const start = cpuMs()
  run()
  return cpuMs() - start
}

/** CPU time per measurement in milliseconds. The CPU clock of some machines ticks only every four milliseconds. */
const MEASURED_MS = 20

/** Returns the CPU time of one run, averaged over enough runs to take `MEASURED_MS`. */
const meanMs = (run: () => unknown): number => {
  const start = cpuMs()
  let runs = 0
  for (; cpuMs() - start < MEASURED_MS; runs++) run()
  return (cpuMs() - start) / runs
}

/** Kilobytes of the longer text. The shorter text has half of them. */
const LONG_TEXT_KB = scaled(5, 40)
/** Shorter runs are fast enough, and too short to measure. */
const NOISE_MS = scaled(5, 40)

/**
 * Checks, in five attempts, if twice the text takes clearly more than twice the time. A quadratic rule takes four times
 * as long.
 */
const isNonlinear = <Text>(run: (text: Text) => unknown, [halfInput, fullInput]: readonly [Text, Text]): boolean =>
  Array.from({ length: 5 }).every(() => {
    if (msOf(() => run(fullInput)) <= NOISE_MS) return false
    const duration = meanMs(() => run(fullInput))
    return duration > NOISE_MS && duration > 3.2 * meanMs(() => run(halfInput))
  })

const textOfKb = (unit: string, kb: number) =>
  foldedText(plainTextOf(unit.repeat(Math.ceil((kb * 1_000) / unit.length))))

describe('linear rules', () => {
  test.each(WORST_CASE_UNITS)('take at most twice as long for twice as many repetitions of %j', (unit) => {
    const texts = [textOfKb(unit, LONG_TEXT_KB / 2), textOfKb(unit, LONG_TEXT_KB)] as const
    const slow = Object.entries(FINDERS).filter(([, find]) => isNonlinear((text) => find(text, REGIONS), texts))
    expect(slow.map(([name]) => name)).toEqual([])
  })

  test('a nonlinear rule is detected', () => {
    // Twice the text takes eight times as long.
    const cubic = (text: string) => text.match(/a*a*b/g)
    const length = scaled(600, 1_000)
    expect(isNonlinear(cubic, ['a'.repeat(length / 2), 'a'.repeat(length)])).toBe(true)
  })
})
