import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'

/** Returns what Biome reports of a source text. The rule is `packed-code.grit`. */
const reportOf = (source: string): string => {
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '--stdin-file-path=lib/planted.ts'], {
    cwd: ROOT,
    input: source,
  })
  return `${stdout}${stderr}`
}

describe('the rule against packed code', () => {
  it.each([
    ['a spread literal in an object', 'export const a = { ...{ b: 1, c: 2 }, d: 3 }', 'Write the members directly'],
    ['a tuple that declares two constants', 'export const [a, b] = [1, 2]', 'Declare each variable'],
    [
      'a typed tuple that declares two variables',
      'export let [a, b]: [number, number] = [1, 2]',
      'Declare each variable',
    ],
  ])('refuses %s', (_, source, message) => {
    expect(reportOf(source)).toContain(message)
  })

  it('permits a spread of a variable, a conditional member and a destructured result', () => {
    const source =
      'declare const o: { x: number }\nexport const a = { ...o, ...(o.x > 1 && { y: 1 }) }\nexport const [b] = f()\n'
    expect(reportOf(source)).not.toMatch(/Write the members directly|Declare each variable/)
  })
})
