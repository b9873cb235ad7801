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
/** A stand-in for the layer: CommonJS, like sharp. */
const LAYER = "module.exports = (text) => ({ made: 'by the layer' + (text ?? '') })"

const root = join(ROOT, `.local/tests/layered-${randomUUID()}`)
const taskRoot = mkdtempSync(join(tmpdir(), 'signet-layer-'))

/** Runs the function as Lambda does: its bundle in a folder with no modules above, the layer elsewhere. */
const run = (env: Record<string, string>): string =>
  execFileSync(
    process.execPath,
    [
      '-e',
      `import(${JSON.stringify(join(taskRoot, 'task/index.mjs'))}).then(async (m) => console.log(JSON.stringify(await m.handler())))`,
    ],
    {
      cwd: taskRoot,
      env: { PATH: process.env.PATH ?? '', ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  ).trim()

beforeAll(async () => {
  const folder = join(root, 'lambdas/draw')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'handler.ts'), HANDLER)
  writeFileSync(join(folder, 'named.ts'), NAMED)
  await bundleFunctions({ root })
  cpSync(join(root, 'dist/draw'), join(taskRoot, 'task'), { recursive: true })
  const layer = join(taskRoot, 'opt/nodejs/node_modules/sharp')
  mkdirSync(layer, { recursive: true })
  writeFileSync(join(layer, 'index.js'), LAYER)
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  rmSync(taskRoot, { recursive: true, force: true })
})

describe('a module in a layer', () => {
  it('unpatched Node finds it through NODE_PATH, which Lambda sets', () => {
    expect(run({ NODE_PATH: join(taskRoot, 'opt/nodejs/node_modules') })).toBe('["by the layer","by the layerb"]')
  })

  it('causes an error with its path on Lambda if it is missing', () => {
    expect(() => run({})).toThrow(/\/opt\/nodejs\/node_modules\/sharp/)
  })
})
