import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { search, ticket } from '../diff/sample-versions.ts'
import { sandbox } from './sandbox.ts'

const twoContracts = { 'contracts/ticket.json': ticket(), 'contracts/search.json': search() }

describe('build', () => {
  it('writes the artifacts of each contract into a folder with its name', async () => {
    const { run, list, read } = await sandbox(twoContracts)
    const { code, out } = await run('build', 'contracts', '--out', 'made')
    expect(code).toBe(0)
    expect(out).toMatch(/^contract +version +files +bytes +changed\n/)
    const files = await list('made')
    expect(files).toEqual(expect.arrayContaining(['ticket/contract.json', 'ticket/openapi.json', 'search/client.ts']))
    expect(JSON.parse(await read('made/ticket/contract.json'))).toEqual(ticket())
  })

  it('does not rewrite unchanged files', async () => {
    const { run, root, list } = await sandbox(twoContracts)
    await run('build', 'contracts', '--out', 'made')
    const times = async () =>
      Promise.all((await list('made')).map(async (path) => (await stat(join(root, 'made', path))).mtimeMs))
    const before = await times()
    const { code, out } = await run('build', 'contracts', '--out', 'made', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ exitCode: 0, changed: [], stale: [], written: true })
    expect(await times()).toEqual(before)
  })

  it('--check writes nothing, and lists what a build would change', async () => {
    const { run, list, write, read } = await sandbox(twoContracts)
    expect((await run('build', 'contracts', '--out', 'made', '--check')).code).toBe(2)
    await expect(list('made')).rejects.toThrow('ENOENT')
    await run('build', 'contracts', '--out', 'made')
    expect((await run('build', 'contracts', '--out', 'made', '--check')).code).toBe(0)
    await write('made/ticket/openapi.json', '{}')
    const { code, out } = await run('build', 'contracts', '--out', 'made', '--check')
    expect(code).toBe(2)
    expect(out).toContain('changed ticket/openapi.json\n')
    expect(await read('made/ticket/openapi.json')).toBe('{}')
  })

  it('removes only obsolete files of earlier builds', async () => {
    const { run, root, list, write } = await sandbox(twoContracts)
    await run('build', 'contracts', '--out', 'made')
    await write('made/search/notes.md', 'mine')
    await write('made/mine/keep.ts', 'mine')

    await rm(join(root, 'contracts/search.json'))
    const { out } = await run('build', 'contracts', '--out', 'made')
    expect(out).toContain('removed search/client.ts\n')
    const files = await list('made')
    expect(files.filter((path) => !path.startsWith('ticket/'))).toEqual([
      '.signet-contracts.json',
      'mine/keep.ts',
      'search/notes.md',
    ])
  })

  it('removes no files outside its folder, whatever the list of files contains', async () => {
    const { run, write, read } = await sandbox({ ...twoContracts, 'precious.txt': 'mine' })
    await write('made/.signet-contracts.json', { files: ['../precious.txt', 'a/../../precious.txt'] })
    expect((await run('build', 'contracts', '--out', 'made')).code).toBe(0)
    expect(await read('precious.txt')).toBe('mine')
  })

  it('does not load its own artifacts as contracts', async () => {
    const { run } = await sandbox(twoContracts)
    await run('build', '.', '--out', 'made')
    const { code, out } = await run('build', '.', '--out', 'made', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ contracts: [{ name: 'search' }, { name: 'ticket' }], changed: [] })
  })

  it('adds the migration from the newest lower published version', async () => {
    const { run, list, write } = await sandbox({ 'contracts/ticket.json': ticket() })
    await run('publish', 'contracts', '--registry', 'published')
    await write('contracts/ticket.json', { ...ticket({ description: 'Other words.' }), version: '1.0.1' })
    await run('build', 'contracts', '--out', 'made', '--registry', 'published')
    const before = (await list('made')).length
    await write(
      'contracts/ticket.json',
      ticket({ version: '1.1.0', db: { table: 'tickets', indexes: ['state', 'title'] } }),
    )
    await run('build', 'contracts', '--out', 'made', '--registry', 'published')
    const files = await list('made')
    expect(files.length).toBeGreaterThan(before)
    expect(files).toContain('ticket/migrations/postgres/ticket/1.0.0-to-1.1.0/1-expand.sql')
  })
})
