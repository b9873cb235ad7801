import { contentSha256, POLICIES, policyFaults, policySha256 } from '@signet/evidence'
import { ContentInput, PolicyInput } from '@signet/evidence/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TWINS } from './twins.ts'
import { WORDINGS } from './wordings.ts'
import { EEAT, filler, gapIdsOf, policyOf, verdictOf } from './world.ts'

describe('requirement of eeat-core', () => {
  it.each(TWINS.map((twins) => [twins.id, twins.difference, twins] as const))(
    '%s fires without %s, and not with it',
    (id, _, { withGap: lacking, withoutGap: having }) => {
      expect([gapIdsOf(lacking).includes(id), gapIdsOf(having).includes(id)]).toEqual([true, false])
    },
  )

  it.each(WORDINGS.map((wordings) => [wordings.id, wordings] as const))(
    '%s recognizes other wordings, and rejects near misses',
    (id, { members, satisfying: having, nearMisses: lacking }) => {
      const fires = (body: string): boolean => gapIdsOf({ ...members, body }).includes(id)
      expect([having.filter(fires), lacking.filter((body) => !fires(body))]).toEqual([[], []])
    },
  )

  it('each have a twin, except those that need a long text', () => {
    const tested = new Set(TWINS.map(({ id }) => id))
    expect(EEAT.requirements.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual(['TRU-05', 'TRU-07'])
  })

  it('TRU-05 applies from 600 words on', () => {
    const text = (words: number, more: string) => `${filler(words)} ${more}`
    expect(gapIdsOf(text(560, ''))).not.toContain('TRU-05')
    expect(gapIdsOf(text(640, ''))).toContain('TRU-05')
    expect(gapIdsOf(text(640, 'Eleven hives are too few to prove a thing.'))).not.toContain('TRU-05')
  })

  it('TRU-07 counts vague words per thousand from 150 words on', () => {
    expect(gapIdsOf(`${filler(100)} ${'It was very, very big. '.repeat(5)}`)).not.toContain('TRU-07')
    expect(gapIdsOf(`${filler(400)} ${'It was very, very big. '.repeat(5)}`)).toContain('TRU-07')
    expect(gapIdsOf(`${filler(400)} It was very big, and too many came.`)).not.toContain('TRU-07')
  })
})

describe('verdict', () => {
  it('sorts gaps by pillar, severity and id with positions, and scores the share of satisfied requirements', () => {
    const body = '# Bread\n\nIt is the best bread in the world.\n\n"It rose like a balloon all night."'
    const { gaps, score, active, gapCount, hasGaps, suggestions } = verdictOf({ body })
    const boast = gaps.find(({ requirementId }) => requirementId === 'TRU-02')
    expect(body.slice(boast?.span.start, boast?.span.end)).toBe('the best')
    const quote = gaps.find(({ requirementId }) => requirementId === 'TRU-06')
    expect(body.slice(quote?.span.start, quote?.span.end)).toBe('It rose like a balloon all night.')
    expect(score).toBe(Math.floor((100 * (active.length - gaps.length)) / active.length + 0.5))
    expect([gapCount, hasGaps]).toEqual([gaps.length, true])
    const pillars = [...new Set(gaps.map(({ pillar }) => pillar))]
    expect(pillars).toEqual(['Experience', 'Expertise', 'Authoritativeness', 'Trustworthiness'])
    expect(gaps.slice(0, 2).map(({ severity }) => severity)).toEqual(['major', 'minor'])
    expect(suggestions).toHaveLength(new Set(gaps.map(({ suggestion }) => suggestion)).size)
  })

  it('does not depend on line ends, or on text versus body', () => {
    const body = 'By Ada Kay\n\nI weighed 31 loaves.\n'
    const verdict = verdictOf(body)
    expect(verdictOf({ body })).toEqual(verdict)
    expect(verdictOf({ body: `\uFEFF${body.replaceAll('\n', '\r\n')}` })).toEqual(verdict)
    expect(contentSha256(body)).toBe(verdict.contentHash)
    expect(contentSha256({ body, further: 1 })).not.toBe(verdict.contentHash)
  })

  it('property: any text has a reproducible verdict with spans within the text', () => {
    const words = fc.constantFrom(
      ...[
        'I',
        'weighed',
        '12',
        '%',
        'kg',
        'the best',
        '"',
        '“',
        '”',
        '[a](https://a.com)',
        '[^1]',
        '`',
        '*',
        '> ',
        '\n',
        '\n\n',
      ],
      ...[
        '# ',
        '| a | b |',
        '- ',
        'said',
        'Ann Lee',
        'from',
        'to',
        '.',
        '?',
        '<a href="x">',
        '![',
        '](',
        '\\',
        '[',
        ']',
        'M.D.',
      ],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 80 }), (parts) => {
        const body = parts.join(' ')
        const verdict = verdictOf({ body })
        expect(verdictOf({ body })).toEqual(verdict)
        for (const { span } of verdict.gaps)
          expect(0 <= span.start && span.start <= span.end && span.end <= body.length).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('policies of the package', () => {
  it('have no faults, unique names and a hash each', () => {
    expect(POLICIES.flatMap((policy) => policyFaults(policy))).toEqual([])
    expect(new Set(POLICIES.map(policySha256)).size).toBe(POLICIES.length)
    for (const { id: _, ...policy } of POLICIES) expect(PolicyInput.safeParse(policy).error).toBeUndefined()
  })

  it('never change, so that a verdict stays reproducible', () => {
    expect(
      Object.fromEntries(POLICIES.map((policy) => [`${policy.id}@${policy.version}`, policySha256(policy)])),
    ).toMatchInlineSnapshot(`
      {
        "eeat-core@2026.11.1": "96869917456f273e72f4291ce128dfe7c25461e4e223e25d1a39b65111d431e3",
        "security-advisory@2026.11.1": "bccc510cb3c14fda8a2d1c4227eb767c22ae1a524b0de518c7015b78a87714b0",
        "technical-docs@2026.11.1": "1dfa1e3f6edeaf70be62e5e2d120ae4e132cad4483ed1c6b08aa43099d77abff",
      }
    `)
  })

  it('technical-docs requires what a reader of a guide needs', () => {
    const policy = policyOf('technical-docs')
    const bare = '# Deploy\n\nRun it.\n\n```sh\n$ deploy\n```\n'
    const guide =
      '# Deploy with v2.4\n\nUpdated 2026-10-01. Before you begin, install Node 24.\n\nThis deploys the stack:\n\n```sh\ndeploy --stage dev\n```\n\nYou should see `ready`. If the command fails with exit code 2, sign in again.\n\nSee [the reference](/reference) and [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110).\n'
    expect(gapIdsOf(bare, policy)).toEqual([
      ...['DOC-02', 'DOC-04', 'DOC-05', 'DOC-07', 'DOC-08', 'DOC-09', 'DOC-10', 'DOC-11'],
    ])
    expect(gapIdsOf(guide, policy)).toEqual([])
  })

  it('security-advisory requires what an operator of the software needs', () => {
    const policy = policyOf('security-advisory')
    const whole =
      '# CVE-2026-12345: request smuggling in relay\n\nPublished 2026-10-09. CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N (9.1). CWE-444.\n\nAn unauthenticated attacker can bypass the proxy. Affected versions: 1.2.0 to 1.9.3. Fixed in 1.9.4. As a workaround, disable keep-alive.\n\nReported by Ann Lee on 2026-09-01, fixed on 2026-10-01. [Fix](https://git.example/c) and [record](https://www.cve.org/x). Write to security@relay.example.\n'
    expect(gapIdsOf(whole, policy)).toEqual([])
    expect(gapIdsOf('# A bug\n\nWe mended something.', policy)).toHaveLength(policy.requirements.length - 1)
  })
})

describe('custom policy', () => {
  const requirement = { ...EEAT.requirements[0], id: 'OWN-01' }

  it.each([
    ['an unknown detector', [{ ...requirement, detector: { kind: 'moon@1' } }], 'requirements.0.detector.kind'],
    [
      'a missing parameter',
      [{ ...requirement, detector: { kind: 'first-hand-share@1' } }],
      'requirements.0.detector.params.perThousand',
    ],
    [
      'a parameter out of range',
      [{ ...requirement, detector: { kind: 'first-hand-share@1', params: { perThousand: 99 } } }],
      'requirements.0.detector.params.perThousand',
    ],
    [
      'an unknown parameter',
      [{ ...requirement, detector: { kind: 'dated@1', params: { days: 1 } } }],
      'requirements.0.detector.params.days',
    ],
    ['a duplicate ID', [requirement, requirement], 'requirements.1.id'],
  ])('reports the field of %s', (_, requirements, field) => {
    expect(policyFaults({ requirements: requirements as never }).map((fault) => fault.field)).toEqual([field])
  })

  it('the schema accepts a body of 1 to 100,000 characters, and additional members', () => {
    expect(ContentInput.safeParse({ body: '' }).success).toBe(false)
    expect(ContentInput.safeParse({ body: 'x'.repeat(100_001) }).success).toBe(false)
    expect(ContentInput.parse({ body: 'x', further: { a: 1 } })).toEqual({ body: 'x', further: { a: 1 } })
    expect(ContentInput.safeParse({ body: 'x', domains: ['moon'] }).success).toBe(false)
  })
})
