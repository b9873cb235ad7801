import { describe, expect, it } from 'vitest'
import { type Plan, planOfChange, planOfDomains } from '../../check/plan.ts'
import { touchedBy } from '../../check/touched.ts'
import { ROOT } from '../../support/source-files.ts'

const DOMAINS = ['events', 'flags', 'intake', 'usage']
const SERVED = ['flags', 'intake', 'usage']

const planOf = (...files: readonly string[]): Plan => planOfChange(ROOT, 'HEAD', touchedBy(files, DOMAINS), SERVED)
const namesOf = ({ lanes }: Plan) => lanes.flat().map(({ name }) => name)

const ALWAYS = ['types of everything', 'unit tests that the change concerns', 'architecture']

describe('the check of a change', () => {
  it.each([
    ['a use case', 'lambdas/flags/sets/flag-changes.ts', ['Biome', 'API tests of flags']],
    ['a domain without an API', 'lambdas/events/relay/handler.ts', ['Biome']],
    ['a layer', 'layers/kernel/src/clock.ts', ['Biome']],
    ['a page', 'docs/events.md', []],
    [
      'a contract',
      'lambdas/flags/contract/flags.ts',
      ['Biome', 'published contracts', 'templates and pages', 'API tests of flags'],
    ],
    ['the list of services', 'lib/services.ts', ['Biome', 'published contracts', 'templates and pages']],
    ['an ability', 'layers/kernel/src/abilities/asks.ts', ['Biome', 'templates and pages']],
    ['the stacks', 'lib/stacks/api-stack.ts', ['Biome', 'templates and pages']],
    ['the local runner', 'lib/local/stack.ts', ['Biome']],
  ])('of %s', (_, file, more) => {
    expect(namesOf(planOf(file)).toSorted()).toEqual([...ALWAYS, ...more].toSorted())
  })

  it('gives Biome the changed files that it reads', () => {
    const steps = planOf('lambdas/usage/api/app.ts', 'docs/events.md', 'test/judges/upgrade.sh').lanes.flat()
    const { command } = steps.find(({ name }) => name === 'Biome')!
    expect(command.filter((word) => /^(?:lambdas|docs|test)\//.test(word))).toEqual(['lambdas/usage/api/app.ts'])
  })

  it('leaves the API tests of three domains to npm test, and those above a layer, and says so', () => {
    const three = planOf('lambdas/flags/api/app.ts', 'lambdas/intake/api/app.ts', 'lambdas/usage/api/app.ts')
    expect(namesOf(three).filter((name) => name.startsWith('API'))).toEqual([])
    expect(three.left).toEqual([expect.stringContaining('3 domains')])
    expect(planOf('layers/kernel/src/clock.ts').left).toEqual([expect.stringContaining('layers/kernel/src/clock.ts')])
    expect(planOf('lambdas/flags/api/app.ts').left).toEqual([])
  })
})

describe('the check of a domain', () => {
  it('is of its folders, whatever has changed, with what is generated of its contracts', () => {
    const names = namesOf(planOfDomains(ROOT, ['intake'], SERVED))
    expect(names).toEqual([
      ...['types of everything', 'Biome', 'published contracts', 'architecture', 'pages that are generated'],
      ...['unit tests', 'API tests of intake'],
    ])
  })

  it('tells of a stale page or contract how to write it anew', () => {
    const steps = planOfDomains(ROOT, ['events'], SERVED).lanes.flat()
    const advice = steps.flatMap(({ advice: text }) => text ?? [])
    expect(advice).toEqual([
      expect.stringMatching(/^npm run contracts:publish/),
      expect.stringMatching(/^npm run pages/),
    ])
    expect(steps.map(({ name }) => name)).not.toContain('API tests of events')
  })
})
