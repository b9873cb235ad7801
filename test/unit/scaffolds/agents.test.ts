import { PATTERN_IDS, type Scaffold, scaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'

const madeOf = (pattern: (typeof PATTERN_IDS)[number]): Scaffold =>
  scaffold({ intention: 'Keep orders', pattern, entities: ['order'], seed: 1, target: 'both' })

const contentOf = ({ files }: Scaffold, path: string): string =>
  files.find((file) => file.path === path)?.content ?? expect.fail(`There is no ${path}`)

/** Returns the paths in lines of AGENTS.md with this beginning. */
const pathsIn = (agents: string, begin: string): string[] =>
  agents
    .split('\n')
    .filter((line) => line.startsWith(`- ${begin}`))
    .flatMap((line) => [...line.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path))

describe.each(PATTERN_IDS)('AGENTS.md of %s', (pattern) => {
  const agentScaffold = madeOf(pattern)
  const agents = contentOf(agentScaffold, 'AGENTS.md')
  const pure = pathsIn(agents, 'Pure functions')
  const reaching = pathsIn(agents, 'Functions that receive')
  const unwritten = pathsIn(agents, 'Effects that are not implemented')

  it('the files of the entity are listed once each', () => {
    const own = agentScaffold.files.map(({ path }) => path).filter((path) => path.startsWith('src/order/'))
    expect([...pure, ...reaching, ...unwritten].sort()).toEqual(own.sort())
  })

  it('pure files use no time, randomness, waiting, network or storage', () => {
    for (const path of pure) {
      expect(contentOf(agentScaffold, path), path).not.toMatch(
        /\basync\b|\bawait\b|\bfetch\(|Date\.now|new Date\(\)|Math\.random|randomUUID|node:|\bprocess\.|ports\.ts|records\.ts/,
      )
    }
  })

  it('effects that are not implemented are listed', () => {
    const throwing = agentScaffold.files.filter(
      ({ path, content }) => /^src\/order\//.test(path) && /NotImplemented\b/.test(content),
    )
    expect(unwritten).toEqual(throwing.map(({ path }) => path))
  })
})
