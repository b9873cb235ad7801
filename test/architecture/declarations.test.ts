import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { functionDeclarations, vagueNames } from './declarations.ts'

const files = sourceFiles().filter(({ path }) => /^(?:bin|console|lambdas|layers|lib)\//.test(path))

const inFile = (text: string) => ({ path: 'lib/x.ts', text })

describe('functions', () => {
  it('use constants', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(files.flatMap(functionDeclarations)).toEqual([])
  })

  it.each([
    ['declared', 'const a = 1\nfunction b() {}', 'lib/x.ts:2: write const b'],
    ['declared and exported', 'export async function b<T>(c: T): Promise<T> { return c }', 'lib/x.ts:1: write const b'],
    ['declared within another', 'const a = () => {\n  return b\n  function b() {}\n}', 'lib/x.ts:3: write const b'],
  ])('%s are refused', (_, text, problem) => {
    expect(functionDeclarations(inFile(text))).toEqual([expect.stringContaining(problem)])
  })

  it('may use a declaration if no constant can have their form', () => {
    const text = [
      'function* a() { yield 1 }',
      'async function* b() { yield 1 }',
      'function c(d: unknown): asserts d is string {}',
      'function e(f: string): string',
      'function e(f: number): number',
      'function e(f: unknown) { return f }',
      'const g = function () { return this }',
    ]
    expect(functionDeclarations(inFile(text.join('\n')))).toEqual([])
  })
})

describe('locals', () => {
  it('have specific names', () => {
    expect(files.flatMap(vagueNames)).toEqual([])
  })

  it.each([
    ['a constant', 'const found = 1', 'found'],
    ['a parameter', 'const a = (known: string) => known', 'known'],
    ['a parameter of a type', 'type A = (told: string) => void', 'told'],
    ['a renamed member', 'const { a: own } = b', 'own'],
    ['a destructured member', 'const a = ({ found = 1 }) => found', 'found'],
    ['a rest element', 'const [a, ...told] = b', 'told'],
    ['a private field', 'class A { #known = 1 }', 'known'],
    ['a caught error', 'try { a() } catch (found) {}', 'found'],
    ['a generator', 'function* found() {}', 'found'],
  ])('with a vague name are refused: %s', (_, text, name) => {
    expect(vagueNames(inFile(text))).toEqual([`lib/x.ts:1: name ${name} after its content`])
  })

  it('may have a vague word in a longer name, as may members', () => {
    const text = 'const foundAt = { found: 1, known: 2 }\nconst { own: ownKeys } = foundAt\nfoundAt.found = 3'
    expect(vagueNames(inFile(text))).toEqual([])
  })
})
