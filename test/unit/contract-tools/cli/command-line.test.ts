import { describe, expect, it } from 'vitest'
import { commands } from '../../../../layers/contract-tools/src/cli/commands.ts'
import { ticket } from '../diff/sample-versions.ts'
import { program, programOutput, sandbox } from './sandbox.ts'

describe('the command line', () => {
  it('prints its commands, and requires one', async () => {
    const { run } = await sandbox()
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    for (const name of Object.keys(commands)) expect(out).toContain(`  ${name} `)
    expect(out).toContain(
      'exit codes: 0 no differences, 1 invalid contracts or usage, 2 differences that were not written',
    )
    const withoutCommand = await run()
    expect(withoutCommand).toMatchObject({ code: 1, out: '' })
    expect(withoutCommand.err).toContain('signet-contracts - ')
  })

  it.each(Object.entries(commands))('%s --help lists each of its options', async (name, { options }) => {
    const { run } = await sandbox()
    const { code, out, err } = await run(name, '--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const option of [...Object.keys(options), 'watch', 'json', 'help']) expect(out).toContain(`--${option} `)
  })

  it.each([
    [['paint'], 'error "paint" is not a command. See signet-contracts --help'],
    [['toString'], 'error "toString" is not a command. See signet-contracts --help'],
    [['check'], 'error check takes 1 path, not 0. See signet-contracts check --help'],
    [['diff', 'a', 'b', 'c'], 'error diff takes 1 or 2 paths, not 3. See signet-contracts diff --help'],
    [['build', '.'], 'error --out FOLDER is missing. See signet-contracts build --help'],
    [['build', '.', '--out'], "error Option '--out <value>' argument missing. See signet-contracts build --help"],
    [['check', '.', '--force'], "error Unknown option '--force'. See signet-contracts check --help"],
    [['check', 'gone'], 'error gone is neither a folder nor a file. See signet-contracts check --help'],
    [['check', '.'], 'error no file in . exports a contract. See signet-contracts check --help'],
    [['diff', '.'], 'error diff needs a second path, or --registry FOLDER. See signet-contracts diff --help'],
  ])('refuses %j with exit code 1 and the correct usage', async (argv, expected) => {
    const { run } = await sandbox()
    expect(await run(...argv)).toEqual({ code: 1, out: '', err: `${expected}\n` })
  })

  it('reports errors as JSON on standard output with --json', async () => {
    const { run } = await sandbox()
    const { code, out, err } = await run('check', 'gone', '--json')
    expect({ code, err }).toEqual({ code: 1, err: '' })
    expect(JSON.parse(out)).toEqual({ exitCode: 1, error: 'gone is neither a folder nor a file' })
  })

  it('colors the first words of lines on a terminal only', async () => {
    const { root } = await sandbox({ 'old.json': ticket(), 'new.json': ticket({ authority: { close: 'public' } }) })
    const plain = await programOutput(program, ['diff', 'old.json', 'new.json'], root)
    expect(plain.out).toContain('\n  minor authority-lowered')
    expect(plain.out).not.toContain('\u001b')
    const { out } = await programOutput(program, ['diff', 'old.json', 'new.json'], root, { env: { FORCE_COLOR: '1' } })
    expect(out).toContain('\u001b[33m  minor\u001b[39m authority-lowered')
    const json = await programOutput(program, ['diff', 'old.json', 'new.json', '--json'], root, {
      env: { FORCE_COLOR: '1' },
    })
    expect(json.out).not.toContain('\u001b')
  })
})
