import { interpretIntention, type PatternId, type Scaffold, scaffold, type Traits } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'

const contentOf = ({ files }: Scaffold, path: string): string => files.find((file) => file.path === path)?.content ?? ''

const scaffoldOf = (intention: string, pattern: PatternId, traits: Partial<Traits> = {}): Scaffold => {
  const interpreted = interpretIntention({ intention, pattern, traits })
  return scaffold({ intention, pattern, traits: interpreted.traits, entities: ['handbook'], seed: 1 })
}

const isOpen = (project: Scaffold): boolean => !contentOf(project, 'src/verification/authenticate.ts').includes('401')

describe('verification of callers', () => {
  it.each(['rag-service', 'event-fanout', 'edge-proxy', 'static-site-api', 'workflow', 'http-api'] as const)(
    '%s is only open if the intention says so',
    (pattern) => {
      const staffService = scaffoldOf('Answer questions about our handbook, for staff only', pattern)
      expect(isOpen(staffService)).toBe(false)
      expect(staffService.envelope.open_questions.join()).toMatch(
        /How are callers verified|verification|claim of the tokens/,
      )
      expect(scaffoldOf('Answer questions about our handbook', pattern).traits.verification).not.toBe('none')
    },
  )

  it('an open service accepts any client and claims no verification', () => {
    const openService = scaffoldOf('Answer questions about opening hours, open to everybody', 'rag-service')
    expect(isOpen(openService)).toBe(true)
    expect(contentOf(openService, 'README.md')).not.toContain('A verified caller')
    expect(contentOf(openService, 'infrastructure/stack.ts')).not.toContain('verifies callers')
    expect(openService.envelope.interfaces.map(({ auth }) => auth)).toContain('Any client')
  })

  it.each(['internal', 'partner'] as const)('an %s service is never open', (exposure) => {
    const closedService = scaffoldOf('Answer questions', 'rag-service', { verification: 'none', exposure })
    expect(isOpen(closedService)).toBe(false)
    expect(closedService.envelope.open_questions.join()).toContain('not left open')
  })

  it('a setting names the tenant claim, and callers share one tenant without tenants', () => {
    const settings = (multi_tenant: 'yes' | 'no'): string =>
      contentOf(
        scaffoldOf('Keep orders', 'crud-api', { verification: 'jwt', multi_tenant }),
        'infrastructure/settings.ts',
      )
    expect(settings('yes')).toContain("TENANT_CLAIM: 'tenant'")
    expect(settings('no')).toContain("TENANT_CLAIM: 'none'")
  })
})
