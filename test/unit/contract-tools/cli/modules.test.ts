import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { search } from '../diff/sample-versions.ts'
import { program, programOutput, sandbox } from './sandbox.ts'

const ticket = `
import { defineContract } from '@signet/contracts'
import * as z from 'zod'
export const ticketContract = defineContract({
  name: 'ticket', version: '1.0.0', description: 'Something to do.',
  schema: z.object({ id: z.string(), state: z.enum(['open', 'closed']) }),
  operations: { create: { input: z.object({}) }, close: { input: z.object({ id: z.string() }) } },
  states: { field: 'state', initial: 'open', transitions: { open: { close: 'closed' }, closed: {} } },
  surfaces: { api: { basePath: '/v1', routes: { create: 'POST /tickets', close: 'POST /tickets/:id/close' } }, db: { table: 'tickets' } },
  authority: { create: 'public', close: 'public' },
})
`

const endpointOf = (name: string) => `
import { endpoint } from '@signet/contracts'
export const ${name} = endpoint({
  name: '${name}', description: 'Says hello.', route: 'GET /${name}', authority: 'open', responses: { 200: { description: 'OK.' } },
})
`

const contractLines = (out: string) =>
  (JSON.parse(out) as { contracts: { name: string; version: string; file: string }[] }).contracts.map(
    ({ name, version, file }) => `${name} ${version} ${file}`,
  )

describe('a folder of contracts', () => {
  it('fails check and build if an artifact cannot be generated, with all problems at once, by file, contract and fix', async () => {
    const files = {
      'a.ts': ticket.replace("table: 'tickets'", "table: 'tickets', indexes: ['state', 'state']"),
      'b.ts': ticket
        .replaceAll('ticket', 'task')
        .replace('id: z.string(), state', 'id: z.string(), n: z.int().min(5).max(1), state'),
      'c.ts': ticket
        .replaceAll('ticket', 'deed')
        .replace(
          "close: 'public' },",
          "close: 'public' },\n  invariants: [{ id: 'odd', message: 'odd', holds: () => { throw new Error('boom') } }],",
        ),
    }
    const { start } = await sandbox(files)
    for (const command of [
      ['check', '.'],
      ['build', '.', '--out', 'made'],
    ]) {
      const { code, out, err } = await start(...command)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err.split('\n')).toEqual([
        'error a.ts',
        '  contract "ticket", surfaces.db.indexes.1: another index has the same name "tickets_state_idx"; remove one',
        'error b.ts',
        '  contract "task", schema: no value was found for "n"; add .meta({ examples: […] }) to the field that decides it',
        'error c.ts',
        expect.stringMatching(/^ {2}contract "deed", invariants\.odd: threw "boom" for .*; return true or false$/),
        '',
      ])
    }
  })

  it('loads contracts, endpoints, lists and JSON outside of a project with the packages of the program, each once', async () => {
    const { start } = await sandbox({
      'ticket.ts': ticket,
      'hello.mts': endpointOf('hello'),
      'named.js': `${endpointOf('wave')}\nexport const group = { name: 'gestures', version: '2.0.0', description: 'Waving.' }`,
      'all.ts': "import { ticketContract } from './ticket.ts'\nexport const all = [ticketContract]",
      'index.ts': "export * from './ticket.ts'\nexport * from './hello.mts'",
      'settings.json': { name: 'not a contract' },
      'ticket.test.ts': "throw new Error('a test was loaded')",
      'types.d.ts': 'export declare const x: number',
      'vitest.config.ts': "throw new Error('a configuration was loaded')",
      'node_modules/other/index.js': "throw new Error('a package was loaded')",
      'generated/client.ts': "throw new Error('an artifact was loaded')",
    })
    const { code, out, err } = await start('check', '.', '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(contractLines(out)).toEqual(['ticket 1.0.0 all.ts', 'hello 1.0.0 hello.mts', 'gestures 2.0.0 named.js'])
  })

  it('reports the mistakes of all files at once, with path and fix', async () => {
    const { start } = await sandbox({
      'a.ts': ticket.replace("initial: 'open'", "initial: 'opened'"),
      'b.ts': ticket.replace("create: 'public', close", 'close').replaceAll('ticket', 'task'),
      'c.ts': 'export const x = ',
      'd.json': '{',
      'e.json': { ir: 1, kind: 'entity', name: 'e', version: 'one', operations: [] },
      'f.ts': "import { gone } from './gone.ts'",
      'good.ts': ticket.replaceAll('ticket', 'good'),
    })
    const { code, out, err } = await start('check', '.')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^error a\.ts\n {2}contract "ticket", states\.initial: .*opened/m)
    expect(err).toMatch(/^error b\.ts\n {2}contract "task", authority\.create: declare who may call it/m)
    expect(err).toMatch(/^error c\.ts\n {2}cannot be loaded: /m)
    expect(err).toMatch(/^error d\.json\n {2}is not well-formed JSON/m)
    expect(err).toMatch(/^error e\.json\n {2}version: is not a valid contract IR/m)
    expect(err).toMatch(/^error f\.ts\n {2}cannot be loaded: .*gone\.ts/m)
    expect(err).not.toContain('good.ts')
  })

  it('refuses two contracts with one name', async () => {
    const { start } = await sandbox({ 'a.ts': ticket, 'b.ts': ticket.replace('Something', 'Nothing') })
    const { code, err } = await start('check', '.')
    expect(code).toBe(1)
    expect(err).toContain(
      'error b.ts\n  contract "ticket", name: a.ts has a contract with the same name; rename one of them',
    )
  })

  it('refuses names and versions that are invalid file names before it writes', async () => {
    const group = (head: string) => `${endpointOf('hello')}\nexport const group = ${head}`
    const { start, write, list } = await sandbox({
      'a.json': { ...search(), name: '../../outside' },
      'b.ts': group("{ name: 'b', version: '1.0' }"),
      'Bad Name.ts': endpointOf('wave'),
    })
    const { code, err } = await start('build', '.', '--out', 'made')
    expect(code).toBe(1)
    expect(err).toContain('contract "../../outside", name: "../../outside" must be camelCase')
    expect(err).toContain('contract "b", version: "1.0" is not major.minor.patch')
    expect(err).toMatch(/contract "Bad Name", name: .*; export const group = \{ name: '…' \} in the same file/)
    await write('made/nothing', '')
    expect(await list('made')).toEqual(['nothing'])
  })

  it('uses the packages of the project if present', async () => {
    const { start } = await sandbox({
      'ticket.ts': ticket,
      'node_modules/zod/package.json': { name: 'zod', type: 'module', exports: './index.js' },
      'node_modules/zod/index.js': "throw new Error('this is their own zod')",
    })
    const { code, err } = await start('check', '.')
    expect({ code, err }).toEqual({ code: 1, err: 'error ticket.ts\n  cannot be loaded: this is their own zod\n' })
  })

  it('builds handlers that import the definition from its module', async () => {
    const { start, read } = await sandbox({ 'contracts/ticket.ts': ticket, 'contracts/hello.ts': endpointOf('hello') })
    expect((await start('build', 'contracts', '--out', 'made')).code).toBe(0)
    expect(await read('made/ticket/handlers.ts')).toContain(
      "import { ticketContract } from '../../contracts/ticket.ts'",
    )
    expect(await read('made/hello/handlers.ts')).toContain("import { hello } from '../../contracts/hello.ts'")
  })
})

describe('the program on an older Node', () => {
  const olderNode = '--import=data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.9.0"})'
  const run = (path: string, cwd: string, ...argv: string[]) => programOutput(path, argv, cwd, { node: [olderNode] })

  it('runs with the Node of the project, and returns its exit code', async () => {
    const { root } = await sandbox()
    const helped = await run(program, root, '--help')
    expect(helped).toEqual({ code: 0, out: expect.stringContaining('signet-contracts - '), err: '' })
    expect((await run(program, root, 'paint')).code).toBe(1)
  })

  it('prints how to install Node if the project has none', async () => {
    const { root } = await sandbox()
    await copyFile(program, join(root, 'signet-contracts.mjs'))
    const { code, err } = await run(join(root, 'signet-contracts.mjs'), root, '--help')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^error signet-contracts needs Node 24 \(this is 20\.9\.0\): use that version, or run "npm install --save-dev node@24"/,
    )
  })
})
