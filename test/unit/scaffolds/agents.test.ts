import { PATTERN_IDS, type Scaffold, scaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'

const scaffoldFor = (pattern: (typeof PATTERN_IDS)[number]): Scaffold =>
  scaffold({ intention: 'Keep orders', pattern, entities: ['order'], seed: 1, target: 'both' })

const contentOf = ({ files }: Scaffold, path: string): string =>
  files.find((file) => file.path === path)?.content ?? expect.fail(`There is no ${path}`)

/** Returns the paths in lines of AGENTS.md with this beginning. */
const pathsIn = (agents: string, prefix: string): string[] =>
  agents
    .split('\n')
    .filter((line) => line.startsWith(`- ${prefix}`))
    .flatMap((line) => [...line.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path))

describe.each(PATTERN_IDS)('AGENTS.md of %s', (pattern) => {
  const agentScaffold = scaffoldFor(pattern)
  const agents = contentOf(agentScaffold, 'AGENTS.md')
  const pure = pathsIn(agents, 'Pure functions')
  const withDependencies = pathsIn(agents, 'Functions that receive')
  const notImplemented = pathsIn(agents, 'Effects that are not implemented')

  it('AGENTS.md lists each file of the entity once', () => {
    const entityFiles = agentScaffold.files.map(({ path }) => path).filter((path) => path.startsWith('src/order/'))
    expect([...pure, ...withDependencies, ...notImplemented].sort()).toEqual(entityFiles.sort())
  })

  it('pure files use no time, randomness, waiting, network or storage', () => {
    for (const path of pure) {
      expect(contentOf(agentScaffold, path), path).not.toMatch(
        /\basync\b|\bawait\b|\bfetch\(|Date\.now|new Date\(\)|Math\.random|randomUUID|node:|\bprocess\.|ports\.ts|records\.ts/,
      )
    }
  })

  it('AGENTS.md lists the effects that are not implemented', () => {
    const throwing = agentScaffold.files.filter(
      ({ path, content }) => /^src\/order\//.test(path) && /NotImplemented\b/.test(content),
    )
    expect(notImplemented).toEqual(throwing.map(({ path }) => path))
  })
})
