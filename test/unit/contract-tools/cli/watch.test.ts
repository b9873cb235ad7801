import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ticket } from '../diff/sample-versions.ts'
import { program, sandbox } from './sandbox.ts'

/** Starts the program and records its output. */
const startProgram = (cwd: string, ...argv: string[]) => {
  const child = spawn(process.execPath, [program, ...argv], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let notify = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      notify()
    })
  }
  return {
    child,
    /** Resolves to the output up to the pattern, and consumes it. */
    until: (pattern: RegExp): Promise<string> =>
      new Promise((resolve) => {
        notify = () => {
          const match = pattern.exec(output)
          if (match === null) return
          const consumed = output.slice(0, match.index + match[0].length)
          output = output.slice(consumed.length)
          resolve(consumed)
        }
        notify()
      }),
  }
}

const runEnded = /exit code (\d), \d+ ms; waiting for changes\n/

describe('--watch', () => {
  it('builds at once and after every save, survives errors, and ends with 0 when interrupted', async () => {
    const { root, write, read } = await sandbox({ 'contracts/ticket.json': ticket() })
    const { child, until } = startProgram(root, 'build', 'contracts', '--out', 'contracts/generated', '--watch')
    expect(await until(runEnded)).toMatch(/ticket +1\.0\.0.*exit code 0/s)

    await write('contracts/ticket.json', '{')
    expect(await until(runEnded)).toMatch(/error contracts\/ticket\.json\n {2}is not well-formed JSON.*exit code 1/s)

    await write('contracts/next.part', JSON.stringify(ticket({ version: '1.0.1' })))
    await rename(join(root, 'contracts/next.part'), join(root, 'contracts/ticket.json'))
    expect(await until(runEnded)).toMatch(/ticket +1\.0\.1.*exit code 0/s)
    expect(JSON.parse(await read('contracts/generated/ticket/contract.json'))).toMatchObject({ version: '1.0.1' })

    child.kill('SIGINT')
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  })

  it('reloads modules, also those in folders that were added later', async () => {
    const module = (code: string) => `export const contract = ${code}`
    const { root, write } = await sandbox({ 'a/one.mjs': module(JSON.stringify(ticket())) })
    const { child, until } = startProgram(root, 'check', 'a', '--watch')
    expect(await until(runEnded)).toContain('ticket    1.0.0')
    await write('a/one.mjs', module(JSON.stringify(ticket({ version: '1.4.0' }))))
    expect(await until(runEnded)).toContain('ticket    1.4.0')
    await write('a/later/two.mjs', module(JSON.stringify({ ...ticket(), name: 'other' })))
    expect(await until(/other +1\.0\.0.*exit code 0/s)).toContain('ticket')
    child.kill('SIGINT')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  it('refuses a missing path', async () => {
    const { start } = await sandbox()
    const { code, err } = await start('check', 'gone', '--watch')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('gone is neither a folder nor a file') })
  })
})
