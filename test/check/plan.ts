import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangeScope } from './change-scope.ts'
import type { Step } from './steps.ts'

/** Steps that run one after another. */
export type Lane = readonly Step[]

export interface Plan {
  /** The lanes run in parallel, one on each of two cores. */
  readonly lanes: readonly Lane[]
  /** Messages about tests that only `npm test` runs. */
  readonly notices: readonly string[]
}

const IS_CHECKED_BY_BIOME = /\.(?:[cm]?[jt]sx?|jsonc?|css)$/
/** Inputs of templates and of the pages generated from them: contracts, abilities, `lib/` and their tests. */
const IS_IN_TEMPLATES =
  /^(?:lambdas\/[^/]+\/contract\/|layers\/kernel\/src\/(?:abilities\/|access\.ts)|lib\/(?!local\/)|test\/infra\/)/
const IS_CONTRACT =
  /^(?:lambdas\/[^/]+\/contract\/|layers\/contracts\/|lib\/(?:services|platform-contracts|published-contracts)\.ts)/
/** The API tests of more domains would take longer than a minute. */
const API_DOMAINS_MAX = 2

const node = process.execPath
const vitest = (...args: readonly string[]): string[] => [node, 'node_modules/vitest/vitest.mjs', 'run', ...args]
const program = (name: string, ...args: readonly string[]): string[] => [node, `node_modules/${name}`, ...args]

const types: Step = { name: 'types', command: program('typescript/bin/tsc', '-b', '--singleThreaded') }
const PAGES_ADVICE = 'npm run pages regenerates docs/abilities.md, docs/table.md and the figures of docs/aws.md'

const contracts: Step = {
  name: 'published contracts',
  command: program(
    '@signet/contract-tools/bin/signet-contracts.mjs',
    ...['check', 'lib/published-contracts.ts', '--registry', 'layers/contracts/published'],
  ),
  advice: 'npm run contracts:publish publishes a new version',
}
const pages: Step = {
  name: 'generated pages',
  command: vitest('--project', 'infra', 'page.test'),
  advice: PAGES_ADVICE,
}
const architecture: Step = { name: 'architecture', command: vitest('--project', 'unit', 'test/architecture') }

const biome = (paths: readonly string[]): Step[] =>
  paths.length === 0
    ? []
    : [{ name: 'Biome', command: program('@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...paths) }]

const STORY = /^test\/stories\/(.+)\.test\.ts$/

/** Creates a step for changed stories that the API tests of the domains do not run: of other domains and of triggers. */
const stories = (present: readonly string[], domains: readonly string[]): Step[] => {
  const changedStories = present.flatMap((file) => {
    const name = STORY.exec(file)?.[1]
    return name === undefined || domains.includes(name) ? [] : [{ file, name }]
  })
  if (changedStories.length === 0) return []
  const names = changedStories.map(({ name }) => name).join(', ')
  return [
    { name: `stories: ${names}`, command: vitest('--project', 'stories', ...changedStories.map(({ file }) => file)) },
  ]
}

/** Creates a step for the API tests and stories of domains. */
const apiTests = (domains: readonly string[]): Step[] =>
  domains.length === 0
    ? []
    : [{ name: `API tests of ${domains.join(' and ')}`, command: [node, 'test/results/run.ts', ...domains] }]

/**
 * Plans the check of a change: tests that import a changed file, the API tests and stories of the domains that it
 * affects, and the changed stories.
 */
export const planOfChange = (
  root: string,
  since: string,
  { files, domains, shared }: ChangeScope,
  servedDomains: readonly string[],
): Plan => {
  const existingFiles = files.filter((file) => existsSync(join(root, file)))
  const affected = domains.filter((domain) => servedDomains.includes(domain))
  const testedDomains = affected.length <= API_DOMAINS_MAX ? affected : []
  const affectedTests = (name: string, project: string): Step => ({
    name,
    command: vitest('--project', project, '--changed', since, '--passWithNoTests'),
  })
  const templates: Step = { ...affectedTests('templates and pages', 'infra'), advice: PAGES_ADVICE }
  const hasChanged = (pattern: RegExp) => files.some((file) => pattern.test(file))
  return {
    lanes: [
      [
        types,
        ...biome(existingFiles.filter((file) => IS_CHECKED_BY_BIOME.test(file))),
        ...(hasChanged(IS_CONTRACT) ? [contracts] : []),
        architecture,
      ],
      [
        affectedTests('unit tests affected by the change', 'unit'),
        ...apiTests(testedDomains),
        ...stories(existingFiles, testedDomains),
        ...(hasChanged(IS_IN_TEMPLATES) ? [templates] : []),
      ],
    ],
    notices: [
      ...(shared.length > 0
        ? [
            `All domains depend on ${shared.slice(0, 3).join(', ')}${shared.length > 3 ? ', …' : ''}. npm test runs their API tests.`,
          ]
        : []),
      ...(testedDomains.length < affected.length
        ? [`The change affects ${affected.length} domains. npm test runs their API tests.`]
        : []),
    ],
  }
}

/** Plans the check of whole domains, changed or not. */
export const planOfDomains = (root: string, domains: readonly string[], servedDomains: readonly string[]): Plan => {
  const folders = domains.flatMap((domain) => [`lambdas/${domain}`, `test/unit/${domain}`, `test/api/${domain}`])
  const present = folders.filter((folder) => existsSync(join(root, folder)))
  const unit = present.filter((folder) => folder.startsWith('test/unit/'))
  const unitTests: Step[] =
    unit.length === 0
      ? []
      : [{ name: 'unit tests', command: vitest('--project', 'unit', ...unit.map((each) => `${each}/`)) }]
  const api = domains.filter((domain) => servedDomains.includes(domain))
  return {
    lanes: [
      [types, ...biome(present), contracts, architecture, pages],
      [...unitTests, ...apiTests(api)],
    ],
    notices: [],
  }
}
