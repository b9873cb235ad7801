import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  PATTERN_IDS,
  type PatternId,
  patternVersions,
  type Scaffold,
  type ScaffoldInput,
  scaffold,
  TARGETS,
} from '@signet/scaffolds'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { CARDS, drawnCards } from './cards.ts'

const BASE = { intention: 'Keep orders of a small shop', entities: ['order'] } as const
const input = (pattern: PatternId, seed: number, overrides: Partial<ScaffoldInput> = {}): ScaffoldInput => ({
  ...BASE,
  pattern,
  seed,
  cards: drawnCards(seed),
  ...overrides,
})
const contentOf = ({ files }: Scaffold, path: string): string => files.find((file) => file.path === path)?.content ?? ''

describe.each(PATTERN_IDS)('the pattern %s', (pattern) => {
  it('renders deterministically for each target and seed, within the limits', () => {
    for (const target of TARGETS)
      for (const seed of [0, 1, 2 ** 53 - 1]) {
        const rendered = scaffold(input(pattern, seed, { target }))
        expect(scaffold(input(pattern, seed, { target }))).toEqual(rendered)
        expect(rendered.files.length).toBeLessThanOrEqual(60)
        expect([...rendered.codegen, ...rendered.skeleton].map(({ path }) => path).sort()).toEqual(
          rendered.files.map(({ path }) => path),
        )
        expect(rendered.files.some(({ path }) => path === 'wrangler.jsonc')).toBe(target !== 'aws')
        expect(rendered.files.some(({ path }) => path === 'cdk.json')).toBe(target !== 'cloudflare')
      }
  })

  it('renders TypeScript that parses, with one test per case', () => {
    const project = scaffold(input(pattern, 1, { target: 'both' }))
    for (const { path, content } of project.files.filter((file) => file.path.endsWith('.ts')))
      expect(parseSync(path, content).errors.map(({ message }) => `${path}: ${message}`)).toEqual([])
    const { cases } = JSON.parse(contentOf(project, 'docs/test-plan.json')) as { cases: { id: string; file: string }[] }
    expect(cases.length).toBeGreaterThan(4)
    for (const { id, file } of cases) expect(contentOf(project, file).split(`test('${id}: `).length).toBe(2)
  })

  it('has a current version', () => {
    expect(patternVersions(pattern)).toEqual([scaffold(input(pattern, 0)).patternVersion])
  })
})

describe('hostile text', () => {
  const HOSTILE_TEXTS = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is the attack
    '`${process.exit()}`',
    "'); evil(); ('",
    '*/ evil() /*',
    '$(rm -rf /)',
    '"\n- run: evil',
    '</script>',
    'a\u2028b\u202ec',
    '| a | <b>',
    '# h\n---\nx: y',
    'TODO [..] $Entity',
    '\ud800',
  ]
  it.each(HOSTILE_TEXTS)('remains text: %j', (text) => {
    const hostile = { ...BASE, intention: `Keep ${text} things`, entities: [text, `x${text}`] }
    for (const pattern of ['webhook-receiver', 'crud-api'] as const) {
      const plain = scaffold(input(pattern, 1))
      const hostileScaffold = scaffold({
        ...input(pattern, 1),
        ...hostile,
        cards: CARDS.map((card) => ({ ...card, title: text, why: text })),
      })
      for (const { path, content } of hostileScaffold.files) {
        if (path.endsWith('.ts')) expect(parseSync(path, content).errors).toEqual([])
        if (/^src|^test|\.yml$|^infrastructure/.test(path)) {
          expect(content).not.toMatch(/evil\(|run: evil/)
          expect(content).not.toContain('rm -rf')
          expect(content).not.toContain('process.exit')
        }
        if (/\.json$/.test(path)) JSON.parse(content)
      }
      expect(contentOf(hostileScaffold, '.github/workflows/ci.yml')).toBe(contentOf(plain, '.github/workflows/ci.yml'))
      expect(contentOf(hostileScaffold, 'README.md')).not.toMatch(/^(?:---|x: y|# h)$|<\/script>|[\u2028\u202e]/m)
    }
  })

  it.each([
    ['intention', { intention: ' ' }],
    ['intention', { intention: 'x'.repeat(2_001) }],
    ['workerName', { workerName: 'A; rm' }],
    ['seed', { seed: -1 }],
    ['seed', { seed: 2 ** 53 }],
    ['pattern', { pattern: 'toString' as PatternId }],
    ['target', { target: 'azure' as 'aws' }],
    ['traits', { traits: { vendor: '`x`' } }],
    ['traits', { traits: { trigger: 'rain' as 'http' } }],
  ])('an invalid %s is refused', (field, overrides) => {
    expect(() => scaffold(input('crud-api', 1, overrides))).toThrow(
      expect.objectContaining({ name: 'ScaffoldInputError', field }),
    )
  })
})

describe('governance', () => {
  it('each drawn threat is mitigated by existing tests, or is open with a question', () => {
    const withCards = scaffold(input('webhook-receiver', 1, { cards: CARDS }))
    const threats = new Map(
      withCards.envelope.threats.flatMap((threat) => (threat.card === undefined ? [] : [[threat.card, threat]])),
    )
    expect(threats.get('stride-unsigned-event')).toMatchObject({
      status: 'mitigated',
      stride: 'S',
      mitigation: expect.stringContaining('HMAC-SHA-256'),
      sameAs: expect.any(String),
    })
    expect(threats.get('stride-unsigned-event')?.testIds.length).toBeGreaterThan(0)
    expect(threats.get('mara-flood'), 'shared words do not link a card to a threat').toMatchObject({
      status: 'open',
      testIds: [],
    })
    expect(threats.get('ciso-odd')).toMatchObject({ status: 'open', testIds: [] })
    expect(withCards.envelope.open_questions.join()).toContain('dormant contractors')
    expect(withCards.governance.adr).toContain('Which choice cannot be undone?')
    expect(withCards.envelope.requirements[0]).toEqual({
      id: 'FR-000',
      text: BASE.intention,
      priority: 'P1',
      source: 'intention',
      status: 'partly',
    })
  })

  it('each STRIDE letter at each boundary has a threat or a reason', () => {
    const { threats, trustBoundaries, not_applicable } = JSON.parse(
      contentOf(scaffold(input('event-fanout', 0)), 'docs/threat-model.json'),
    ) as { threats: { boundary: string; stride: string }[]; trustBoundaries: string[]; not_applicable: typeof threats }
    for (const boundary of trustBoundaries)
      for (const stride of 'STRIDE')
        expect(
          [...threats, ...not_applicable].some((each) => each.boundary === boundary && each.stride === stride),
        ).toBe(true)
  })
})

describe('the generated tests', () => {
  it.each(['webhook-receiver', 'crud-api', 'scheduled-job'] as const)(
    'the tests of %s pass without an installation',
    (pattern) => {
      const folder = mkdtempSync(join(tmpdir(), 'scaffold-'))
      try {
        const { files, envelope } = scaffold(input(pattern, 2, { target: 'both' }))
        for (const { path, content } of files) {
          mkdirSync(dirname(join(folder, path)), { recursive: true })
          writeFileSync(join(folder, path), content)
        }
        const reply = execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'test/**/*.test.ts'], {
          cwd: folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH },
        })
        expect(reply).toContain(`# pass ${envelope.test_plan.length}\n`)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})
