import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from './steps.ts'
import type { Touched } from './touched.ts'

/** Steps that run one after the other. */
export type Lane = readonly Step[]

export interface Plan {
  /** They run side by side, one for each of two cores. */
  readonly lanes: readonly Lane[]
  /** What the check leaves to `npm test`, in sentences. */
  readonly left: readonly string[]
}

const IS_CHECKED_BY_BIOME = /\.(?:[cm]?[jt]sx?|jsonc?|css)$/
/** Templates, and the pages made of them, follow from contracts, from abilities and from what deploys them. */
const IS_IN_TEMPLATES =
  /^(?:lambdas\/[^/]+\/contract\/|layers\/kernel\/src\/(?:abilities\/|access\.ts)|lib\/(?!local\/)|test\/infra\/)/
const IS_CONTRACT = /^(?:lambdas\/[^/]+\/contract\/|layers\/contracts\/|lib\/(?:services|platform-contracts)\.ts)/
/** The API tests of more domains take longer than a minute. */
const API_DOMAINS_MAX = 2

const node = process.execPath
const vitest = (...args: readonly string[]): string[] => [node, 'node_modules/vitest/vitest.mjs', 'run', ...args]
const program = (name: string, ...args: readonly string[]): string[] => [node, `node_modules/${name}`, ...args]

const types: Step = { name: 'types of everything', command: program('typescript/bin/tsc', '-b', '--singleThreaded') }
const PAGES_ADVICE = 'npm run pages writes docs/abilities.md, docs/table.md and the figures of docs/aws.md anew'

const contracts: Step = {
  name: 'published contracts',
  command: program(
    '@signet/contract-tools/bin/signet-contracts.mjs',
    ...['check', 'lib/platform-contracts.ts', '--registry', 'layers/contracts/published'],
  ),
  advice: 'npm run contracts:publish writes a new version down',
}
const pages: Step = {
  name: 'pages that are generated',
  command: vitest('--project', 'infra', 'page.test'),
  advice: PAGES_ADVICE,
}
const architecture: Step = { name: 'architecture', command: vitest('--project', 'unit', 'test/architecture') }

const biome = (paths: readonly string[]): Step[] =>
  paths.length === 0
    ? []
    : [{ name: 'Biome', command: program('@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...paths) }]

const apiTests = (domains: readonly string[]): Step[] =>
  domains.length === 0
    ? []
    : [{ name: `API tests of ${domains.join(' and ')}`, command: [node, 'test/results/run.ts', ...domains] }]

/** The check of a change: what imports a changed file, and the API of the domains that it touches. */
export const planOfChange = (
  root: string,
  since: string,
  { files, domains, shared }: Touched,
  served: readonly string[],
): Plan => {
  const present = files.filter((file) => existsSync(join(root, file)))
  const answering = domains.filter((domain) => served.includes(domain))
  const api = answering.length <= API_DOMAINS_MAX ? answering : []
  const changed = (name: string, project: string): Step => ({
    name,
    command: vitest('--project', project, '--changed', since, '--passWithNoTests'),
  })
  const templates: Step = { ...changed('templates and pages', 'infra'), advice: PAGES_ADVICE }
  const has = (pattern: RegExp) => files.some((file) => pattern.test(file))
  return {
    lanes: [
      [
        types,
        ...biome(present.filter((file) => IS_CHECKED_BY_BIOME.test(file))),
        ...(has(IS_CONTRACT) ? [contracts] : []),
        architecture,
      ],
      [
        changed('unit tests that the change concerns', 'unit'),
        ...apiTests(api),
        ...(has(IS_IN_TEMPLATES) ? [templates] : []),
      ],
    ],
    left: [
      ...(shared.length > 0
        ? [
            `All domains stand on ${shared.slice(0, 3).join(', ')}${shared.length > 3 ? ', …' : ''}: their API tests are in npm test.`,
          ]
        : []),
      ...(api.length < answering.length
        ? [`It touches ${answering.length} domains: their API tests are in npm test.`]
        : []),
    ],
  }
}

/** The check of whole domains, changed or not. */
export const planOfDomains = (root: string, domains: readonly string[], served: readonly string[]): Plan => {
  const folders = domains.flatMap((domain) => [`lambdas/${domain}`, `test/unit/${domain}`, `test/api/${domain}`])
  const present = folders.filter((folder) => existsSync(join(root, folder)))
  const unit = present.filter((folder) => folder.startsWith('test/unit/'))
  const unitTests: Step[] =
    unit.length === 0
      ? []
      : [{ name: 'unit tests', command: vitest('--project', 'unit', ...unit.map((each) => `${each}/`)) }]
  const api = domains.filter((domain) => served.includes(domain))
  return {
    lanes: [
      [types, ...biome(present), contracts, architecture, pages],
      [...unitTests, ...apiTests(api)],
    ],
    left: [],
  }
}
