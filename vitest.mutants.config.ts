import { mergeConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chosenMutants } from './test/mutants/mutants.ts'
import base from './vitest.config.ts'

/** Tests of code and of the API, of which each file also tells which mutants it runs: test/mutants/run.ts. */

const { MUTANT_SEED: seed = '1', MUTANT_EACH: each = '20', MUTANT_COVERAGE: coverage = '' } = process.env

const byPath = Object.groupBy(chosenMutants({ seed, each: Number(each) }), ({ path }) => path)
const places = Object.fromEntries(
  Object.entries(byPath).map(([path, mutants = []]) => [path, mutants.map(({ start }) => start)]),
)

const COVERED = ['unit', 'api']
const projects = (base.test?.projects ?? []) as TestProjectInlineConfiguration[]
const covering = {
  test: {
    setupFiles: ['test/mutants/coverage-setup.ts'],
    provide: { mutantPlaces: places, mutantCoverage: coverage },
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
