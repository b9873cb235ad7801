import { describe, expect, it } from 'vitest'
import { type SourceFile, sourceFiles, templateSources } from '../support/source-files.ts'
import { FILE_LINES, FUNCTION_LINES, linesOf, longFunctions } from './source-sizes.ts'

/** Generated from contracts: clients, and the list of published versions, which grows with each of them. */
const isGenerated = ({ path }: SourceFile): boolean =>
  path === 'layers/contracts/published/index.ts' || /^(?:test\/contract\/(?:generated\/clients|pages))\//.test(path)
const files = sourceFiles().filter((file) => !isGenerated(file))
/** The describe and it blocks of a test file are tables, not functions: only its file size is limited. */
const isProduct = ({ path }: SourceFile): boolean => /^(?:bin|console|lambdas|layers|lib)\//.test(path)

/** Directives of templates are not delivered. */
const withoutDirectives = ({ path, text }: SourceFile): SourceFile => ({
  path,
  text: text.replace(/^\s*\/\/ #(?:if|else|endif|each|endeach|case)\b.*\n/gm, ''),
})

const sizeProblems = (file: SourceFile): string[] => {
  const lines = linesOf(file)
  const long = isProduct(file) ? longFunctions(file, FUNCTION_LINES) : []
  return [
    ...(lines > FILE_LINES ? [`${file.path}: ${lines} lines; split it below ${FILE_LINES}`] : []),
    ...long.map(
      (fn) => `${fn.path}:${fn.line}: ${fn.name} has ${fn.lines} lines; split it below ${FUNCTION_LINES + 1}`,
    ),
  ]
}

describe('sizes', () => {
  it('every file and function stays within its limit', () => {
    expect(files.flatMap(sizeProblems)).toEqual([])
  })

  it('every template of a scaffold stays within its limit', () => {
    expect(templateSources().length).toBeGreaterThan(100)
    expect(templateSources().map(withoutDirectives).flatMap(sizeProblems)).toEqual([])
  })
})

describe('the check of sizes', () => {
  const path = 'lib/x.ts'
  const body = (lines: number) => `{\n${'  run()\n'.repeat(lines - 2)}}`
  it('catches a file of 301 lines, and no file of 300', () => {
    expect(sizeProblems({ path, text: '//\n'.repeat(301) })).toEqual(['lib/x.ts: 301 lines; split it below 300'])
    expect(sizeProblems({ path, text: '//\n'.repeat(300) })).toEqual([])
  })

  it('catches a function of 80 lines, but not of 79, in every form', () => {
    const forms = [
      (b: string) => `export const long = async () => ${b}`,
      (b: string) => `export function long() ${b}`,
      (b: string) => `const port = { async long() ${b} }`,
      (b: string) => `class A { long() ${b} }`,
    ]
    for (const form of forms) {
      expect(sizeProblems({ path, text: form(body(80)) })).toEqual(['lib/x.ts:1: long has 80 lines; split it below 80'])
      expect(sizeProblems({ path, text: form(body(79)) })).toEqual([])
    }
  })

  it('the lines of inner functions count for the outer function', () => {
    const short = '  const short = () => {\n    run()\n  }\n'
    const outer = `const outer = () => {\n${short.repeat(26)}}`
    expect(sizeProblems({ path, text: outer })).toEqual(['lib/x.ts:1: outer has 80 lines; split it below 80'])
  })
})
