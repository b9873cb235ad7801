import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { OpenFeature } from '@openfeature/server-sdk'
import { bucketRanges, chooseRange, growthBookHash } from '@signet/flags/importers/bucketings'
import { scenariosIn } from './gherkin.ts'
import { flagOf, runScenario, type SuiteFlag } from './openfeature-steps.ts'

/**
 * Runs vectors of GrowthBook and scenarios of OpenFeature from a folder outside the project: `FLAG_SUITES`, or the
 * first argument. Without a folder it prints a notice and succeeds.
 */
const folder = process.argv[2] ?? process.env.FLAG_SUITES ?? ''
const growthBookFile = join(folder, 'growthbook/cases.json')
const gherkin = join(folder, 'openfeature-spec/gherkin')
if (folder === '' || !existsSync(growthBookFile) || !existsSync(gherkin)) {
  console.log(`figures: flag vectors skipped: their folder does not exist (${folder || 'FLAG_SUITES is not set'})`)
  process.exit(0)
}

/** The numbers of the pinned suites. Fewer mean that a file was not read as expected. */
const VECTORS_MIN = 41
const SCENARIOS_MIN = 85

const failures: string[] = []
let cases = 0
const check = (name: string, actual: unknown, expected: unknown): void => {
  cases += 1
  if (!isDeepStrictEqual(actual, expected))
    failures.push(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
}

interface GrowthBookCases {
  readonly hash: readonly [seed: string, value: string, version: number, expected: number | null][]
  readonly getBucketRange: readonly [
    string,
    [count: number, coverage: number, weights: number[] | null],
    [number, number][],
  ][]
  readonly chooseVariation: readonly [string, number, [number, number][], number][]
}

const rounded = (ranges: readonly (readonly [number, number])[]): number[][] =>
  ranges.map((range) => range.map((end) => Math.round(end * 1e6) / 1e6))

const growthBook = JSON.parse(readFileSync(growthBookFile, 'utf8')) as GrowthBookCases
for (const [seed, value, version, expected] of growthBook.hash) {
  // An unknown version has no formula.
  const actual = version === 1 || version === 2 ? growthBookHash(seed, value, version) : null
  check(`hash ${seed} ${value} ${version}`, actual, expected)
}
for (const [name, [count, coverage, weights], expected] of growthBook.getBucketRange) {
  check(`getBucketRange ${name}`, rounded(bucketRanges(count, coverage, weights ?? undefined)), rounded(expected))
}
for (const [name, point, ranges, expected] of growthBook.chooseVariation) {
  check(`chooseVariation ${name}`, chooseRange(point, ranges), expected)
}
console.log(`GrowthBook: ${cases} vectors`)

/** Scenarios of features that in-process evaluation does not have. */
const UNSUPPORTED_TAGS: Readonly<Record<string, string>> = {
  '@reason-codes-cached': 'no cache: every evaluation is in this process',
}

const suiteFlags = JSON.parse(readFileSync(join(gherkin, 'test-flags.json'), 'utf8')) as Record<string, SuiteFlag>
const flags = Object.entries(suiteFlags)
  // A flag needs a default, which two flags of the suite lack; no scenario evaluates them.
  .filter(([, { defaultVariant }]) => typeof defaultVariant === 'string')
  .map(([key, flag]) => flagOf(key, flag))

let skipped = 0
let scenarios = 0
for (const file of ['evaluation_v2.feature', 'metadata.feature']) {
  for (const scenario of scenariosIn(readFileSync(join(gherkin, file), 'utf8'))) {
    const reason = scenario.tags.map((tag) => UNSUPPORTED_TAGS[tag]).find((each) => each !== undefined)
    if (reason !== undefined) {
      skipped += 1
      console.log(`skipped: ${scenario.name}: ${reason}`)
      continue
    }
    scenarios += 1
    try {
      await runScenario(scenario, flags)
    } catch (error) {
      failures.push(`${file} ${scenario.name}: ${error instanceof Error ? error.message : error}`)
    }
  }
}
await OpenFeature.close()
for (const failure of failures) console.error(failure)
console.log(
  `figures: ${cases} GrowthBook vectors and ${scenarios} OpenFeature scenarios run, ${skipped} scenarios skipped, ${failures.length} failures`,
)
const isComplete = cases >= VECTORS_MIN && scenarios >= SCENARIOS_MIN
if (!isComplete) console.error(`The suites contain fewer than ${VECTORS_MIN} vectors or ${SCENARIOS_MIN} scenarios`)
process.exit(failures.length === 0 && isComplete ? 0 : 1)
