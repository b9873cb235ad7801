import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleFunctions } from '../../lib/bundle.ts'
import { ROOT } from '../support/source-files.ts'

const HANDLER = `
import sharp from 'sharp'
import { named } from './named.ts'
export const handler = async () => [sharp().made, named]
`
const NAMED = "import sharp, { type Sharp } from 'sharp'\nexport const named: Sharp = sharp('b').made as never\n"
/** What stands for the layer: CommonJS, as sharp is. */
const LAYER = "module.exports = (text) => ({ made: 'by the layer' + (text ?? '') })"

const root = join(ROOT, `.local/tests/layered-${randomUUID()}`)
const away = mkdtempSync(join(tmpdir(), 'signet-layer-'))

/** Runs the function as Lambda has it: its bundle in a folder with no modules above, the layer elsewhere. */
const run = (env: Record<string, string>): string =>
  execFileSync(
    process.execPath,
    [
      '-e',
      `import(${JSON.stringify(join(away, 'task/index.mjs'))}).then(async (m) => console.log(JSON.stringify(await m.handler())))`,
    ],
    { cwd: away, env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  ).trim()

beforeAll(async () => {
  const folder = join(root, 'lambdas/draw')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'handler.ts'), HANDLER)
  writeFileSync(join(folder, 'named.ts'), NAMED)
  await bundleFunctions({ root })
  cpSync(join(root, 'dist/draw'), join(away, 'task'), { recursive: true })
  const layer = join(away, 'opt/nodejs/node_modules/sharp')
  mkdirSync(layer, { recursive: true })
  writeFileSync(join(layer, 'index.js'), LAYER)
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  rmSync(away, { recursive: true, force: true })
})

describe('a module that a layer brings', () => {
  it('is found by stock Node by NODE_PATH, which Lambda sets', () => {
    expect(run({ NODE_PATH: join(away, 'opt/nodejs/node_modules') })).toBe('["by the layer","by the layerb"]')
  })

  it('that is nowhere is told by the place where Lambda would have it', () => {
    expect(() => run({})).toThrow(/\/opt\/nodejs\/node_modules\/sharp/)
  })
})
