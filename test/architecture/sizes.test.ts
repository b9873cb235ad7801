import { describe, expect, it } from 'vitest'
import { type SourceFile, trackedSources } from '../support/tracked-files.ts'
import { SIZE_EXEMPTIONS, type SizeExemption } from './size-exemptions.ts'
import { FILE_LINES, FUNCTION_LINES, functionsOf, linesOf } from './source-sizes.ts'

/** Nobody reads or writes clients that are made of contracts. */
const isGenerated = ({ path }: SourceFile): boolean => /^lambdas\/[^/]+\/generated\//.test(path)
const files = trackedSources().filter((file) => !isGenerated(file))
/** A test file's describe and it blocks are tables, not functions: only its file size is held. */
const isProduct = ({ path }: SourceFile): boolean => /^(?:bin|lambdas|layers|lib)\//.test(path)

const tooLong = (file: SourceFile, exempt: readonly SizeExemption[]): string[] => {
  const isExempt = (what: string) => exempt.some((entry) => entry.what === what)
  const lines = linesOf(file)
  const long = isProduct(file) ? functionsOf(file).filter((fn) => fn.lines > FUNCTION_LINES) : []
  return [
    ...(lines > FILE_LINES.limit && !isExempt(file.path)
      ? [`${file.path}: ${lines} lines; split it below ${FILE_LINES.limit}`]
      : []),
    ...long
      .filter(({ name }) => !isExempt(`${file.path}#${name}`))
      .map((fn) => `${fn.path}:${fn.line}: ${fn.name} has ${fn.lines} lines; split it below ${FUNCTION_LINES + 1}`),
  ]
}

const expired = (exempt: readonly SizeExemption[], today: Date): string[] =>
  exempt.filter(({ until }) => !(new Date(until) > today)).map(({ what, until }) => `${what}: expired on ${until}`)

describe('sizes', () => {
  it('of files and functions stay within the rule, or have an exemption', () => {
    expect(files.flatMap((file) => tooLong(file, SIZE_EXEMPTIONS))).toEqual([])
  })

  it('of most files are what we aim at: above it is at most one in eight', () => {
    const above = files.filter((file) => isProduct(file) && linesOf(file) > FILE_LINES.aim)
    const report = above.map((file) => `${linesOf(file)}  ${file.path}`).sort()
    const product = files.filter(isProduct)
    expect(above.length / product.length, `above ${FILE_LINES.aim} lines:\n${report.join('\n')}`).toBeLessThan(0.125)
  })

  it('that are exempt have a reason, a date to come, and are still too large', () => {
    expect(expired(SIZE_EXEMPTIONS, new Date())).toEqual([])
    for (const { what, reason } of SIZE_EXEMPTIONS) {
      expect(reason.length, what).toBeGreaterThan(20)
      const file = files.find(({ path }) => path === what.split('#')[0])
      expect(
        file && tooLong(file, []).length,
        `${what} is not too large any more: take it off the list`,
      ).toBeGreaterThan(0)
    }
  })
})

describe('the check of sizes', () => {
  const path = 'lib/x.ts'
  const body = (lines: number) => `{\n${'  run()\n'.repeat(lines - 2)}}`
  it('catches a file of 301 lines, and no file of 300', () => {
    expect(tooLong({ path, text: '//\n'.repeat(301) }, [])).toEqual(['lib/x.ts: 301 lines; split it below 300'])
    expect(tooLong({ path, text: '//\n'.repeat(300) }, [])).toEqual([])
  })

  it('catches a function of 51 lines, and none of 50, however it is written', () => {
    const forms = [
      (b: string) => `export const long = async () => ${b}`,
      (b: string) => `export function long() ${b}`,
      (b: string) => `const port = { async long() ${b} }`,
      (b: string) => `class A { long() ${b} }`,
    ]
    for (const form of forms) {
      expect(tooLong({ path, text: form(body(51)) }, [])).toEqual(['lib/x.ts:1: long has 51 lines; split it below 51'])
      expect(tooLong({ path, text: form(body(50)) }, [])).toEqual([])
    }
  })

  it('counts what is inside a function for it, too: many short ones in a long one are one that is long', () => {
    const short = '  const short = () => {\n    run()\n  }\n'
    const outer = `const outer = () => {\n${short.repeat(17)}}`
    expect(tooLong({ path, text: outer }, [])).toEqual(['lib/x.ts:1: outer has 53 lines; split it below 51'])
  })

  it('lets an exemption cover what it names and nothing else', () => {
    const exempt = [{ what: 'lib/x.ts#long', reason: 'r', until: '2999-01-01' }]
    const text = `const long = () => ${body(60)}\nconst other = () => ${body(60)}`
    expect(tooLong({ path, text }, exempt)).toEqual([expect.stringContaining('other has 60 lines')])
  })

  it('catches an exemption whose date has come, or is none', () => {
    const at = (until: string) => expired([{ what: 'x', reason: 'r', until }], new Date('2026-11-20'))
    expect(at('2026-11-21')).toEqual([])
    expect(at('2026-11-20')).toHaveLength(1)
    expect(at('someday')).toHaveLength(1)
  })
})
