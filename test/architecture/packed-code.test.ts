import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'

const RULE = './test/architecture/packed-code.grit'
const folder = mkdtempSync(join(tmpdir(), 'packed-code-'))
afterAll(() => rmSync(folder, { recursive: true }))
cpSync(join(ROOT, RULE), join(folder, 'packed-code.grit'))
writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins: ['./packed-code.grit'] }))

/** Returns what Biome reports of a source text. */
const reportOf = (source: string): string => {
  writeFileSync(join(folder, 'planted.ts'), source)
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', 'planted.ts'], { cwd: folder, encoding: 'utf8' })
  return `${stdout}${stderr}`
}

describe('the rule against packed code', () => {
  it('runs with the lint of the repository', () => {
    expect(JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')).plugins).toEqual([RULE])
  })

  it.each([
    ['a spread literal in an object', 'export const a = { ...{ b: 1, c: 2 }, d: 3 }', 'Write the members directly'],
    ['a tuple that declares two constants', 'export const [a, b] = [1, 2]', 'Declare each variable'],
    ['a typed tuple of variables', 'export let [a, b]: [number, number] = [1, 2]', 'Declare each variable'],
  ])('refuses %s', (_, source, message) => {
    expect(reportOf(source)).toContain(message)
  })

  it('permits a spread of a variable, a conditional member and a destructured result', () => {
    const spreads = 'declare const o: { x: number }\nexport const a = { ...o, ...(o.x > 1 && { y: 1 }) }'
    expect(reportOf(`${spreads}\nexport const [b] = f()\n`)).not.toMatch(/Write the members|Declare each/)
  })
})
