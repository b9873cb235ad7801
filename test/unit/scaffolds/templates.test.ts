import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import { PATTERN_IDS, scaffold, TARGETS } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'
import { scaffoldClaimsOf } from '../../../lambdas/runtime/scaffolds/scaffold-claims.ts'
import {
  conditionsIn,
  keyOf,
  repeated,
  selected,
  withValues,
} from '../../../layers/scaffolds/src/templates/directives.ts'
import { suiteOf, templates, withoutUnusedImports } from '../../../layers/scaffolds/src/templates/templates.ts'
import { TEMPLATE_FILES } from '../../../layers/scaffolds/template-files.ts'

const TEXT = ['a', '// #if one && !two', 'b', '  // #if three', 'c', '  // #endif', '// #else', 'd', '// #endif'].join(
  '\n',
)

describe('directives', () => {
  it.each([
    [{ one: true, two: false, three: true }, 'a\nb\nc'],
    [{ one: true, two: false, three: false }, 'a\nb'],
    [{ one: true, two: true, three: true }, 'a\nd'],
  ])('keep the lines whose conditions hold: %j', (flags, lines) => {
    expect(selected(TEXT, flags)).toBe(lines)
    expect(keyOf(conditionsIn(TEXT), flags)).toHaveLength(2)
  })

  it('are comments of SQL and YAML too', () => {
    expect(selected('-- #if one\na\n-- #endif\n# #if two\nb\n# #endif', { one: false, two: true })).toBe('b')
  })

  it('repeat the lines of a list for its items', () => {
    const text = '// #each item\n$name\n// #if last\nend\n// #endif\n// #endeach\n'
    const item = [
      { flags: { last: false }, values: { name: 'a' } },
      { flags: { last: true }, values: { name: 'b' } },
    ]
    expect(repeated(text, {}, { item })).toBe('a\nb\nend\n')
  })

  it.each([
    ['an unknown condition', () => selected('// #if one\n// #endif', {}), 'unknown condition one'],
    ['a condition without an end', () => selected('// #if one', { one: true }), 'a condition has no #endif'],
    ['an unknown list', () => repeated('// #each a\n// #endeach\n', {}, {}), 'unknown list a'],
    ['an unknown folder', () => templates('shared/absent'), 'unknown folder shared/absent'],
  ])('refuse %s', (_, render, fault) => {
    expect(render).toThrow(expect.objectContaining({ name: 'TemplateError', message: expect.stringContaining(fault) }))
  })
})

describe('placeholders', () => {
  it('get the value of the longest name that fits', () => {
    expect(withValues('$path and $pathOf', { path: 'a', pathOf: 'b' })).toBe('a and b')
  })
})

describe('imports', () => {
  it('that the code does not use are removed, whatever comments and texts say', () => {
    const text =
      "import { a, type B, c } from 'x'\nimport * as d from 'y'\nimport e from 'z'\n// d\nconst f: B = a('c')\n"
    expect(withoutUnusedImports(text)).toBe("import { a, type B } from 'x'\n// d\nconst f: B = a('c')\n")
  })
})

describe('suites', () => {
  it('have a head, and cases with their level and traces', () => {
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

  it('refuse a test that is not a case', () => {
    expect(() => suiteOf('test/x.test.ts', "test('works', () => {})")).toThrow('a test without a #case comment')
  })
})

describe('the templates of patterns', () => {
  it.each(PATTERN_IDS)('leave no directive and no placeholder in %s', (pattern) => {
    for (const target of TARGETS)
      for (const { path, content } of scaffold({ intention: 'Keep orders', pattern, target, seed: 0 }).files) {
        expect(content, path).not.toMatch(/^\s*(?:\/\/|--|#) #(?:if|else|endif|each|endeach|case)\b/m)
        expect(content, path).not.toMatch(/\$(?:[a-z]+[A-Z]\w*|worker|words|trigger|value|name|path|body)\b(?![({])/)
      }
  })
})

describe('the version of the template set', () => {
  it('is the digest of all templates by path', () => {
    const files = Object.entries(TEMPLATE_FILES).map(([path, text]) => ({ path, sha256: sha256Hex(text) }))
    expect(files.map(({ path }) => path)).toEqual(files.map(({ path }) => path).toSorted())
    expect(scaffold({ intention: 'Keep orders', pattern: 'cli-tool', seed: 0 }).templatesSha256).toBe(jsonSha256(files))
  })

  it('is a claim of the receipt, with the version of the pattern', () => {
    const input = { intention: 'Keep orders', pattern: 'cli-tool', seed: 0 } as const
    const made = scaffold(input)
    expect(scaffoldClaimsOf(input, made)).toMatchObject({
      pattern: `cli-tool@${made.patternVersion}`,
      templates_sha256: made.templatesSha256,
    })
  })
})
