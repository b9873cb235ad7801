import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createFlags } from '@signet/flags'
import { importUnleash, unleashContext } from '@signet/flags/importers'
import { describe, expect, it } from 'vitest'

/** Folder of Unleash's client specification in its package: github.com/Unleash/client-specification. */
const folder = join(
  dirname(createRequire(import.meta.url).resolve('@unleash/client-specification/package.json')),
  'specifications',
)

/** Files about features that the importer does not need, with the reason. */
const UNRELATED_FILES: Readonly<Record<string, string>> = {
  '19-delta-api-hydration.json': "Unleash's own protocol for updating its clients",
  '20-delta-api-events.json': "Unleash's own protocol for updating its clients",
}

interface Case {
  readonly description: string
  readonly context: Record<string, unknown>
  readonly toggleName: string
}

interface Suite {
  readonly name: string
  readonly state: unknown
  readonly tests?: readonly (Case & { readonly expectedResult: boolean })[]
  readonly variantTests?: readonly (Case & {
    readonly expectedResult: {
      readonly name: string
      readonly enabled: boolean
      readonly feature_enabled: boolean
      readonly payload?: { readonly type: string; readonly value: string }
    }
  })[]
}

const readSpecification = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T
const files = readSpecification<string[]>('index.json')
const suites = files
  .filter((file) => !Object.hasOwn(UNRELATED_FILES, file))
  .map((file) => readSpecification<Suite>(file))

const flagsOf = ({ state }: Suite) => {
  const { flags, segments } = importUnleash(state)
  const served = createFlags()
  served.useSnapshot({ version: 1, flags, segments })
  return served
}

describe('the client specification of Unleash, through the importer', () => {
  it('contains the 275 cases of 20 files, and two files about other features', () => {
    const cases = suites.flatMap(({ tests = [], variantTests = [] }) => [...tests, ...variantTests])
    expect(cases).toHaveLength(275)
    expect(files.filter((file) => Object.hasOwn(UNRELATED_FILES, file))).toEqual(Object.keys(UNRELATED_FILES))
  })

  for (const suite of suites) {
    describe(suite.name, () => {
      const flags = flagsOf(suite)
      for (const { description, context, toggleName, expectedResult } of suite.tests ?? []) {
        it(description, () => expect(flags.isEnabled(toggleName, unleashContext(context))).toBe(expectedResult))
      }
      for (const { description, context, toggleName, expectedResult } of suite.variantTests ?? []) {
        it(description, () => {
          const { enabled, variant, payload } = flags.evaluate(toggleName, unleashContext(context))
          // Flags without variants have no variant name.
          const name = variant === 'on' || variant === 'off' ? 'disabled' : variant
          const { payload: expected } = expectedResult
          expect({ name, enabled: name !== 'disabled', feature_enabled: enabled, payload }).toEqual({
            name: expectedResult.name,
            enabled: expectedResult.enabled,
            feature_enabled: expectedResult.feature_enabled,
            // Payloads of Signet are typed: a number or JSON is not a string.
            payload: ['json', 'number'].includes(`${expected?.type}`)
              ? JSON.parse(`${expected?.value}`)
              : expected?.value,
          })
        })
      }
    })
  }
})
