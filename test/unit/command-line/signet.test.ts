import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Starts the launcher by a name, as npm links it, outside of the project. */
const runLauncher = (name: string, ...args: readonly string[]): Promise<Result> => {
  const link = join(folder, name)
  rmSync(link, { force: true })
  symlinkSync(join(ROOT, 'bin/signet.mjs'), link)
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: String(process.env.PATH) } }
    execFile(process.execPath, [link, ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })
}

describe('signet', () => {
  it('lists its areas with one line each', async () => {
    const { code, out } = await runLauncher('signet', '--help')
    expect(code).toBe(0)
    for (const area of ['images', 'archive', 'runtime', 'evidence', 'replay', 'verify'])
      expect(out).toMatch(new RegExp(`^  ${area} +\\w`, 'm'))
  })

  it('exits with 2 for a missing or an unknown area, and names the next step', async () => {
    expect(await runLauncher('signet')).toMatchObject({ code: 2, err: expect.stringContaining('An area is missing') })
    const unknown = await runLauncher('signet', 'moon')
    expect(unknown).toMatchObject({ code: 2, err: 'signet: The area moon does not exist. See signet --help\n' })
  })

  it('prints the same help for an alias and for its area', async () => {
    const help = await runLauncher('imagegen', '--help')
    expect(help.out).toMatch(/^signet images - /)
    expect(help).toEqual(await runLauncher('signet', 'images', '--help'))
  })

  it.each([
    ['archive', 'signet archive - '],
    ['runtime', 'signet runtime - '],
    ['evidence', 'evidence check '],
    ['replay', 'replay FILE '],
    ['verify-receipt', 'verify-receipt FILE'],
  ])('prints the help of an area as %s', async (alias, start) => {
    const { code, out } = await runLauncher(alias, '--help')
    expect([code, out.startsWith(start)]).toEqual([0, true])
  })

  it('names the next step without a running local stack', async () => {
    expect(await runLauncher('signet', 'archive', 'uploads')).toEqual({
      code: 4,
      out: '',
      err: 'signet archive: No address. Run `npm start`, or pass --url or SIGNET_ARCHIVE_URL.\n',
    })
  })
})
