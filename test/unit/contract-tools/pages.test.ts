import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ContractError, defineContract } from '@signet/contracts'
import { expect, it, onTestFinished } from 'vitest'
import { blocksOf, outputPattern } from '../../support/page-blocks.ts'
import { programOutput } from './cli/sandbox.ts'

const root = join(import.meta.dirname, '../../..')
it.each(['openapi.md', 'events.md', 'fixtures.md', 'state-machine.md'])(
  'the program of %s prints the output of the page',
  async (name) => {
    await mkdir(join(root, '.tsbuild'), { recursive: true })
    const folder = await mkdtemp(join(root, '.tsbuild/page-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const [note] = await blocksOf('handlers.md')
    await writeFile(join(folder, 'note.ts'), note?.body ?? '')
    const [program, output] = await blocksOf(name)
    expect([program?.language, output?.language]).toEqual(['ts', 'text'])
    await writeFile(join(folder, 'program.ts'), program?.body ?? '')
    const { code, out, err } = await programOutput(join(folder, 'program.ts'), [], folder)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.trimEnd()).toMatch(outputPattern(output?.body.trimEnd() ?? ''))
  },
  20_000,
)

it('the reference lists every member of a definition', async () => {
  const text = await readFile(join(root, 'docs/contracts/reference.md'), 'utf8')
  // For an unknown member, defineContract lists the valid ones.
  const nested = {
    operations: { a: { zzzzzzzz: 1 } },
    states: { zzzzzzzz: 1 },
    surfaces: { api: { zzzzzzzz: 1 }, db: { zzzzzzzz: 1 } },
  }
  const members: string[] = []
  try {
    defineContract({ zzzzzzzz: 1, ...nested } as never)
  } catch (cause) {
    if (!(cause instanceof ContractError)) throw cause
    for (const { problem } of cause.problems) {
      members.push(...(/is not a member; use one of (.*)$/.exec(problem)?.[1]?.split(', ') ?? []))
    }
  }
  expect(members.length).toBeGreaterThan(30)
  expect(members.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})
