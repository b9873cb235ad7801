import { mergeConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chosenMutants } from './test/mutants/mutants.ts'
import base from './vitest.config.ts'

/** The unit and API tests, with a record of the mutants that each file executes. Used by test/mutants/run.ts. */

const { MUTANT_SEED: seed = '1', MUTANT_EACH: each = '20', MUTANT_COVERAGE: coverage = '' } = process.env

const byPath = Object.groupBy(chosenMutants({ seed, each: Number(each) }), ({ path }) => path)
const offsets = Object.fromEntries(
  Object.entries(byPath).map(([path, mutants = []]) => [path, mutants.map(({ evaluatedAt }) => evaluatedAt)]),
)

const COVERED = ['unit', 'api']
const projects = (base.test?.projects ?? []) as TestProjectInlineConfiguration[]
const covering = {
  test: {
    setupFiles: ['test/mutants/coverage-setup.ts'],
    provide: { mutantOffsets: offsets, mutantCoverage: coverage },
  },
}

export default {
  test: {
    ...base.test,
    reporters: ['dot'],
    projects: projects
      .filter(({ test }) => COVERED.includes(String(test?.name)))
      .map((project) => mergeConfig(project, covering)),
  },
}
