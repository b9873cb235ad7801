import { describe, expect, it } from 'vitest'
import { scopeOf } from '../../check/change-scope.ts'
import { type Plan, planOfChange, planOfDomains } from '../../check/plan.ts'
import { ROOT } from '../../support/source-files.ts'

const DOMAINS = ['event-relay', 'flags', 'support', 'usage']
const SERVED = ['flags', 'support', 'usage']

const planOf = (...files: readonly string[]): Plan => planOfChange(ROOT, 'HEAD', scopeOf(files, DOMAINS), SERVED)
const namesOf = ({ lanes }: Plan) => lanes.flat().map(({ name }) => name)

const ALWAYS = ['types', 'unit tests affected by the change', 'architecture']

describe('the check of a change', () => {
  it.each([
    ['a use case', 'lambdas/flags/sets/flag-changes.ts', ['Biome', 'API tests of flags']],
    ['a domain without an API', 'lambdas/event-relay/publish/handler.ts', ['Biome']],
    ['a layer', 'layers/kernel/src/clock.ts', ['Biome']],
    ['a page', 'docs/events.md', []],
    [
      'a contract',
      'lambdas/flags/contract/flags.ts',
      ['Biome', 'published contracts', 'templates and pages', 'API tests of flags'],
    ],
    ['the list of services', 'lib/services.ts', ['Biome', 'published contracts', 'templates and pages']],
    ['an ability', 'layers/kernel/src/abilities/calls.ts', ['Biome', 'templates and pages']],
    ['the stacks', 'lib/stacks/api-stack.ts', ['Biome', 'templates and pages']],
    ['the story of a domain', 'test/stories/flags.test.ts', ['Biome', 'API tests of flags']],
    ['the story of the platform', 'test/stories/platform.test.ts', ['Biome', 'stories: platform']],
    ['the story of a trigger', 'test/stories/triggers/queue.test.ts', ['Biome', 'stories: triggers/queue']],
    ['a deleted story', 'test/stories/deleted.test.ts', []],
    ['a judge', 'test/ci/judges.ts', ['Biome']],
    ['the local runner', 'lib/local/stack.ts', ['Biome']],
  ])('runs the affected steps for %s', (_, file, more) => {
    expect(namesOf(planOf(file)).toSorted()).toEqual([...ALWAYS, ...more].toSorted())
  })

  it('passes to Biome only the changed files that Biome reads', () => {
    const steps = planOf('lambdas/usage/api/app.ts', 'docs/events.md', 'test/judges/upgrade.sh').lanes.flat()
    const { command } = steps.find(({ name }) => name === 'Biome')!
    expect(command.filter((word) => /^(?:lambdas|docs|test)\//.test(word))).toEqual(['lambdas/usage/api/app.ts'])
  })

  it('runs the changed stories of three domains without their API tests', () => {
    const files = ['flags', 'support', 'usage'].map((domain) => `test/stories/${domain}.test.ts`)
    const step = planOf(...files)
      .lanes.flat()
      .find(({ name }) => name === 'stories: flags, support, usage')
    expect(step?.command.slice(-5)).toEqual(['--project', 'stories', ...files])
  })

  it('has no notice for a change of stories, judges or the check', () => {
    const { notices } = planOf('test/stories/triggers/queue.test.ts', 'test/ci/judges.ts', 'test/check/plan.ts')
    expect(notices).toEqual([])
  })

  it('skips API tests for three domains or a layer, and reports that npm test runs them', () => {
    const three = planOf('lambdas/flags/api/app.ts', 'lambdas/support/api/app.ts', 'lambdas/usage/api/app.ts')
    expect(namesOf(three).filter((name) => name.startsWith('API'))).toEqual([])
    expect(three.notices).toEqual([expect.stringContaining('3 domains')])
    expect(planOf('layers/kernel/src/clock.ts').notices).toEqual([
      expect.stringContaining('layers/kernel/src/clock.ts'),
    ])
    expect(planOf('lambdas/flags/api/app.ts').notices).toEqual([])
  })
})

describe('the check of a domain', () => {
  it('covers its folders, the published contracts and the generated pages, whatever changed', () => {
    const names = namesOf(planOfDomains(ROOT, ['support'], SERVED))
    expect(names).toEqual([
      ...['types', 'Biome', 'published contracts', 'architecture', 'generated pages'],
      ...['unit tests', 'API tests of support'],
    ])
  })

  it('advises how to regenerate a stale page or contract', () => {
    const steps = planOfDomains(ROOT, ['event-relay'], SERVED).lanes.flat()
    const advice = steps.flatMap(({ advice: text }) => text ?? [])
    expect(advice).toEqual([
      expect.stringMatching(/^npm run contracts:publish/),
      expect.stringMatching(/^npm run pages/),
    ])
    expect(steps.map(({ name }) => name)).not.toContain('API tests of events')
  })
})
