import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { search, ticket } from '../diff/sample-versions.ts'
import { sandbox } from './sandbox.ts'

const withNote = (version: `${number}.${number}.${number}`) =>
  ticket({ version, fields: { note: z.string().nullable() } })
const registryOption = ['--registry', 'published'] as const

/** Creates a registry with ticket 1.0.0, and the contract. */
const registryWithTicket = async () => {
  const sandboxWithTicket = await sandbox({ 'contracts/ticket.json': ticket() })
  expect((await sandboxWithTicket.run('publish', 'contracts', ...registryOption)).code).toBe(0)
  return sandboxWithTicket
}

describe('publish and check', () => {
  it('publish a contract once: exit code 2 before, 0 after', async () => {
    const { run, list } = await sandbox({ 'contracts/ticket.json': ticket() })
    const before = await run('check', 'contracts', ...registryOption)
    expect(before.code).toBe(2)
    expect(before.out).toContain('unpublished never-published: ticket 1.0.0')
    expect(await run('publish', 'contracts', ...registryOption)).toEqual({
      code: 0,
      out: 'ok published ticket 1.0.0\n',
      err: '',
    })
    expect(await list('published')).toEqual(['index.ts', 'registry.json', 'ticket/1.0.0.json'])
    expect((await run('check', 'contracts', ...registryOption)).code).toBe(0)
    expect((await run('publish', 'contracts', ...registryOption)).out).toBe('ok everything is published\n')
  })

  it('refuse a change without a higher version (1), accept it with one (2), and publish it next to the old version', async () => {
    const { run, write, list } = await registryWithTicket()
    await write('contracts/ticket.json', withNote('1.0.0'))
    const refused = await run('check', 'contracts', ...registryOption)
    expect(refused.code).toBe(1)
    expect(refused.out).toMatch(
      /error version-not-bumped: ticket changed \(minor\) and is still 1\.0\.0; make it 1\.1\.0/,
    )
    expect(refused.out).toContain('minor response-field-added')
    expect((await run('publish', 'contracts', ...registryOption)).code).toBe(1)
    await write('contracts/ticket.json', withNote('1.1.0'))
    expect((await run('check', 'contracts', ...registryOption)).code).toBe(2)
    expect((await run('publish', 'contracts', ...registryOption)).code).toBe(0)
    expect(await list('published/ticket')).toEqual(['1.0.0.json', '1.1.0.json'])
  })

  it('detect a modified published file, whatever else is valid', async () => {
    const { run, write, read } = await registryWithTicket()
    await write(
      'published/ticket/1.0.0.json',
      (await read('published/ticket/1.0.0.json')).replace('Something', 'Nothing'),
    )
    for (const command of ['check', 'publish']) {
      const { code, out } = await run(command, 'contracts', ...registryOption)
      expect(code).toBe(1)
      expect(out).toContain('error published-file-changed: ticket/1.0.0.json has the digest sha256-')
    }
  })

  it('detect an index that does not list the published contracts, which publish repairs', async () => {
    const { run, write } = await registryWithTicket()
    await write('published/index.ts', 'export const published = {}\n')
    const { code, out } = await run('check', 'contracts', ...registryOption)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('error index-out-of-step') })
    expect((await run('publish', 'contracts', ...registryOption)).code).toBe(0)
    expect((await run('check', 'contracts', ...registryOption)).code).toBe(0)
  })

  it('write nothing if one contract must not be published', async () => {
    const { run, write, list } = await registryWithTicket()
    await write('contracts/ticket.json', withNote('1.0.0'))
    await write('contracts/search.json', search())
    expect((await run('publish', 'contracts', ...registryOption)).code).toBe(1)
    expect(await list('published')).toEqual(['index.ts', 'registry.json', 'ticket/1.0.0.json'])
  })
})

describe('diff', () => {
  it('prints no changes with exit code 0, and changes with 2', async () => {
    const { run } = await sandbox({ 'old.json': ticket(), 'same.json': ticket(), 'new.json': withNote('1.0.0') })
    expect(await run('diff', 'old.json', 'same.json')).toEqual({
      code: 0,
      out: 'ticket 1.0.0: no changes\n',
      err: '',
    })
    const { code, out } = await run('diff', 'old.json', 'new.json')
    expect(code).toBe(2)
    expect(out).toMatch(
      /^ticket 1\.0\.0: 1 change, needs a minor step\n {2}minor response-field-added\n {4}schemas\.Ticket\.properties\.note: /,
    )
  })

  it('compares folders by the names of the contracts', async () => {
    const { run } = await sandbox({
      'old/ticket.json': ticket(),
      'old/search.json': search(),
      'new/ticket.json': ticket(),
      'new/search2.json': { ...search(), name: 'search2' },
    })
    const { code, out } = await run('diff', 'old', 'new', '--json')
    expect(code).toBe(2)
    const { contracts } = JSON.parse(out) as { contracts: { name: string; before?: string; after?: string }[] }
    expect(contracts.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['search', '1.0.0', undefined],
      ['search2', undefined, '1.0.0'],
      ['ticket', '1.0.0', '1.0.0'],
    ])
    expect((await run('diff', 'old', 'new', '--require-bump')).code).toBe(1)
  })

  it('--require-bump fails only if the version is too low', async () => {
    const { run, write } = await registryWithTicket()
    await write('contracts/ticket.json', withNote('1.0.1'))
    const refused = await run('diff', 'contracts', ...registryOption, '--require-bump')
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('error bump-too-small: ticket went from 1.0.0 to 1.0.1')
    await write('contracts/ticket.json', withNote('1.1.0'))
    expect((await run('diff', 'contracts', ...registryOption, '--require-bump')).code).toBe(0)
    expect((await run('diff', 'contracts', ...registryOption)).code).toBe(2)
  })

  it('marks changes that need a security review', async () => {
    const { run } = await sandbox({ 'old.json': ticket(), 'new.json': ticket({ authority: { close: 'public' } }) })
    expect((await run('diff', 'old.json', 'new.json')).out).toContain('minor authority-lowered (security)')
  })
})

describe('migrate', () => {
  it.each(['postgres', 'sqlite'])('prints the table of a new database for %s, with exit code 2', async (dialect) => {
    const { run } = await sandbox({ 'ticket.json': ticket() })
    const { code, out } = await run('migrate', 'ticket.json', '--dialect', dialect)
    expect(code).toBe(2)
    expect(out).toContain('CREATE TABLE "tickets"')
  })

  it('migrates from a published version and from a file, and exits with 0 without steps', async () => {
    const { run, write } = await registryWithTicket()
    await write('old.json', ticket())
    await write('contracts/ticket.json', withNote('1.1.0'))
    const sqlite = ['migrate', 'contracts', '--dialect', 'sqlite'] as const
    const fromVersion = await run(...sqlite, '--from', '1.0.0', ...registryOption)
    expect(fromVersion.code).toBe(2)
    expect(fromVersion.out).toContain('ADD COLUMN "note"')
    expect(await run(...sqlite, '--from', 'old.json')).toEqual(fromVersion)
    expect(await run(...sqlite, '--from', 'contracts/ticket.json')).toEqual({ code: 0, out: '', err: '' })
  })

  it('writes the files with --out, and fills rows with --backfill', async () => {
    const required = ticket({ version: '1.1.0', fields: { note: z.string() } })
    const { run, list, read } = await sandbox({ 'old.json': ticket(), 'new.json': required })
    const command = ['migrate', 'new.json', '--dialect', 'postgres', '--from', 'old.json', '--out', 'sql'] as const
    const refused = await run(...command)
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(/^error contract "ticket"\n {2}.*note/)
    expect((await run(...command, '--backfill', 'note="none"')).code).toBe(0)
    const files = await list('sql')
    expect(files.map((path) => path.split('/').at(-1))).toEqual(['1-expand.sql', '2-backfill.sql', '3-contract.sql'])
    expect(await read(`sql/${files[1]}`)).toContain("'none'")
  })

  it('plans keys and indexes for DynamoDB, in a separate or a shared table', async () => {
    const { run, write, read } = await sandbox({ 'ticket.json': ticket() })
    const dynamo = ['migrate', 'ticket.json', '--dialect', 'dynamodb'] as const
    const { code, out } = await run(...dynamo)
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('// dynamodb/ticket/1.0.0/table.json') })
    expect((await run(...dynamo, '--layout', 'single', '--out', 'plan')).code).toBe(0)
    const plan = 'plan/dynamodb/ticket/1.0.0/table.json'
    expect(JSON.parse(await read(plan))).toMatchObject({ slots: { state: 1 } })
    await write('old.json', ticket())
    await write('ticket.json', ticket({ version: '1.1.0', db: { table: 'tickets', indexes: [['title'], ['state']] } }))
    const next = await run(...dynamo, '--layout', 'single', '--plan', plan, '--from', 'old.json', '--json')
    expect(next.code).toBe(2)
    const { files } = JSON.parse(next.out) as { files: Record<string, string> }
    expect(JSON.parse(files['dynamodb/ticket/1.1.0/table.json'] ?? '')).toMatchObject({ slots: { state: 1, title: 2 } })
  })

  it.each([
    [['--dialect', 'dynamodb', '--layout', 'wide'], '--layout wide is not own or single'],
    [['--dialect', 'dynamodb', '--plan', 'gone.json'], '--plan gone.json is not a file'],
    [['--dialect', 'oracle'], '--dialect oracle is not postgres, sqlite, dynamodb'],
    [[], '--dialect postgres|sqlite|dynamodb is missing'],
    [['--dialect', 'sqlite', '--backfill', 'note'], '--backfill note is not FIELD=JSON'],
    [['--dialect', 'sqlite', '--backfill', 'note=x'], '"x" is not JSON; put texts in double quotes'],
    [['--dialect', 'sqlite', '--from', '1.0.0'], 'which contains the version of --from, is missing'],
    [['--dialect', 'sqlite', '--from', '9.0.0', '--registry', 'none'], 'ticket 9.0.0 is not published'],
    [['--dialect', 'sqlite', '--contract', 'tickets'], 'the contract "tickets" does not exist; available: ticket'],
  ])('refuses %j', async (options, expected) => {
    const { run } = await sandbox({ 'ticket.json': ticket() })
    const { code, err } = await run('migrate', 'ticket.json', ...options)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(expected) })
  })
})

describe('diagram', () => {
  it('prints the machines, and writes them with --out', async () => {
    const { run, list, read } = await sandbox({ 'a/ticket.json': ticket(), 'a/search.json': search() })
    const { code, out } = await run('diagram', 'a')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('open --> closed : close') })
    await run('diagram', 'a', '--out', 'drawn')
    expect(await list('drawn')).toEqual(['ticket.mmd'])
    expect(await read('drawn/ticket.mmd')).toBe(out)
  })
})
