import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import { PATTERN_IDS, scaffold, TARGETS } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'
import { scaffoldClaimsOf } from '../../../lambdas/runtime/scaffolds/scaffold-claims.ts'
import {
  conditionKey,
  conditionsIn,
  expandLists,
  selectLines,
  withValues,
} from '../../../layers/scaffolds/src/templates/directives.ts'
import { suiteOf, templates, withoutUnusedImports } from '../../../layers/scaffolds/src/templates/templates.ts'
import { TEMPLATE_FILES } from '../../../layers/scaffolds/template-files.ts'

const TEMPLATE = [
  'a',
  '// #if one && !two',
  'b',
  '  // #if three',
  'c',
  '  // #endif',
  '// #else',
  'd',
  '// #endif',
].join('\n')

describe('directives', () => {
  it.each([
    [{ one: true, two: false, three: true }, 'a\nb\nc'],
    [{ one: true, two: false, three: false }, 'a\nb'],
    [{ one: true, two: true, three: true }, 'a\nd'],
  ])('only the lines with true conditions are kept: %j', (flags, lines) => {
    expect(selectLines(TEMPLATE, flags)).toBe(lines)
    expect(conditionKey(conditionsIn(TEMPLATE), flags)).toHaveLength(2)
  })

  it('SQL and YAML comments are directives too', () => {
    expect(selectLines('-- #if one\na\n-- #endif\n# #if two\nb\n# #endif', { one: false, two: true })).toBe('b')
  })

  it('a list repeats its lines per item', () => {
    const text = '// #each item\n$name\n// #if last\nend\n// #endif\n// #endeach\n'
    const item = [
      { flags: { last: false }, values: { name: 'a' } },
      { flags: { last: true }, values: { name: 'b' } },
    ]
    expect(expandLists(text, {}, { item })).toBe('a\nb\nend\n')
  })

  it.each([
    ['an unknown condition', () => selectLines('// #if one\n// #endif', {}), 'unknown condition one'],
    ['a condition without an end', () => selectLines('// #if one', { one: true }), 'a condition has no #endif'],
    ['an unknown list', () => expandLists('// #each a\n// #endeach\n', {}, {}), 'unknown list a'],
    ['an unknown folder', () => templates('shared/absent'), 'unknown folder shared/absent'],
  ])('%s is refused', (_, render, fault) => {
    expect(render).toThrow(expect.objectContaining({ name: 'TemplateError', message: expect.stringContaining(fault) }))
  })
})

describe('placeholders', () => {
  it('the longest matching name is replaced', () => {
    expect(withValues('$path and $pathOf', { path: 'a', pathOf: 'b' })).toBe('a and b')
  })
})

describe('imports', () => {
  it('unused imports are removed, even if comments and strings mention them', () => {
    const text =
      "import { a, type B, c } from 'x'\nimport * as d from 'y'\nimport e from 'z'\n// d\nconst f: B = a('c')\n"
    expect(withoutUnusedImports(text)).toBe("import { a, type B } from 'x'\n// d\nconst f: B = a('c')\n")
  })
})

describe('suites', () => {
  it('a suite has a head, and cases with level and traces', () => {
    const text = [
      "import { test } from 'node:test'",
      '',
      '// #case unit: a, b',
      "test('given one, when two, then three', async () => {",
      '  run()',
      '})',
    ].join('\n')
    expect(suiteOf('test/x.test.ts', text)).toEqual({
      path: 'test/x.test.ts',
      head: "import { test } from 'node:test'",
      cases: [{ level: 'unit', traces: ['a', 'b'], given: 'one', when: 'two', outcome: 'three', body: '  run()' }],
    })
  })

  it('a test without a case comment is refused', () => {
    expect(() => suiteOf('test/x.test.ts', "test('works', () => {})")).toThrow('a test without a #case comment')
  })
})

describe('the rendered patterns', () => {
  it.each(PATTERN_IDS)('%s contains no directive and no placeholder', (pattern) => {
    for (const target of TARGETS)
      for (const { path, content } of scaffold({ intention: 'Keep orders', pattern, target, seed: 0 }).files) {
        expect(content, path).not.toMatch(/^\s*(?:\/\/|--|#) #(?:if|else|endif|each|endeach|case)\b/m)
        expect(content, path).not.toMatch(/\$(?:[a-z]+[A-Z]\w*|worker|words|trigger|value|name|path|body)\b(?![({])/)
      }
  })
})

describe('the version of the template set', () => {
  it('the version is the digest of all templates by path', () => {
    const files = Object.entries(TEMPLATE_FILES).map(([path, text]) => ({ path, sha256: sha256Hex(text) }))
    expect(files.map(({ path }) => path)).toEqual(files.map(({ path }) => path).toSorted())
    expect(scaffold({ intention: 'Keep orders', pattern: 'cli-tool', seed: 0 }).templatesSha256).toBe(jsonSha256(files))
  })

  it('the receipt claims the version of the pattern and the digest of the templates', () => {
    const input = { intention: 'Keep orders', pattern: 'cli-tool', seed: 0 } as const
    const cliScaffold = scaffold(input)
    expect(scaffoldClaimsOf(input, cliScaffold)).toMatchObject({
      pattern: `cli-tool@${cliScaffold.patternVersion}`,
      templates_sha256: cliScaffold.templatesSha256,
    })
  })
})
