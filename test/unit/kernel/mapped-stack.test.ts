import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { scheduleFunction } from '@signet/kernel'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../layers/kernel/src/log.ts'

const folder = join(import.meta.dirname, '../../../.local/tests', `stack-${randomUUID()}`)
const source = 'const unused = 1\n\nexport const fail = (): never => {\n  throw new TypeError("no")\n}\n'

const thrownIn = async (name: string): Promise<Error> => {
  const { fail } = await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
  try {
    return fail()
  } catch (error) {
    return error as Error
  }
}

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'failing.ts'), source)
  for (const [name, sourcemap] of [['mapped', 'linked'] as const, ['bare', false] as const]) {
    const entryPoints = [{ in: join(folder, 'failing.ts'), out: name }]
    const outExtension = { '.js': '.mjs' }
    await build({ entryPoints, outdir: folder, outExtension, sourcemap, bundle: true, minify: true, format: 'esm' })
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('stack of an error in a bundle', () => {
  it('the log and worker errors contain the position in the source', async () => {
    const lines: string[] = []
    createLog({ write: (line) => lines.push(line) }).error('fault', { error: await thrownIn('mapped.mjs') })
    expect(JSON.parse(lines[0] ?? '').error.stack).toMatch(/^TypeError: no\n.*failing\.ts:4:\d+/)
    const thrown = scheduleFunction({
      name: 'things-fail',
      access: { description: 'Fails', memoryMb: 256, timeoutSeconds: 1, schedule: { every: 'day' } },
      variables: {},
      build: () => async () => {
        throw await thrownIn('mapped.mjs')
      },
    })
    await expect(thrown(undefined, { awsRequestId: 'run-1' } as never)).rejects.toMatchObject({
      name: 'TypeError',
      stack: expect.stringMatching(/failing\.ts:4:\d+/),
    })
  })

  it('without a map, the stack contains the position in the bundle', async () => {
    const lines: string[] = []
    createLog({ write: (line) => lines.push(line) }).error('fault', { error: await thrownIn('bare.mjs') })
    expect(JSON.parse(lines[0] ?? '').error.stack).toMatch(/bare\.mjs:1:\d+/)
  })
})
