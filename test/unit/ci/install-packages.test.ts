import { execFile } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT } from '../../support/source-files.ts'

const run = promisify(execFile)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Replaces apt-get by a shell script, which writes to the file $LOG. */
const replaceAptGet = (script: string): void => {
  const program = join(folder, 'apt-get')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
}
const install = async (...packages: readonly string[]): Promise<void> => {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, WORK: folder, LOG: join(folder, 'log') }
  await run(join(ROOT, 'test/judges/install-packages.sh'), packages, { env })
}
const logged = (): string[] => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')

// `flock` and apt-get exist on Linux only.
describe.runIf(process.platform === 'linux')('install-packages.sh', () => {
  test('updates the lists, then installs the packages without recommended ones', async () => {
    replaceAptGet('echo "$@" >>"$LOG"')
    await install('jq', 'unzip')
    expect(logged()).toEqual(['update', 'install -y --no-install-recommends jq unzip'])
  })

  test('runs of two judges do not overlap', async () => {
    replaceAptGet('echo start >>"$LOG"; sleep 0.05; echo end >>"$LOG"')
    await Promise.all([install('jq'), install('maven')])
    expect(logged()).toEqual(Array.from({ length: 4 }, () => ['start', 'end']).flat())
  })

  test('fails if apt-get fails', async () => {
    replaceAptGet('exit 100')
    await expect(install('jq')).rejects.toMatchObject({ code: 100 })
  })
})

test('scripts of judges install packages only through install-packages.sh', () => {
  const scripts = globSync('test/judges/*.sh', { cwd: ROOT })
  const installing = scripts.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('apt-get install'))
  expect(installing).toEqual(['test/judges/install-packages.sh'])
})
