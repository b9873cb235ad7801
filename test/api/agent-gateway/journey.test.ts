import { describe, expect, test } from 'vitest'
import { scaffoldsUsed } from '../../support/paid-work.ts'
import { testStack } from '../../support/test-stack.ts'
import { filesIn, INTENTION, newUser, readProject } from './gateway-world.ts'

describe('a scaffold through tools alone', () => {
  test('returns paths and links unless contents are requested; the same call again returns the same scaffold, paid once', async () => {
    const user = await newUser()
    const scaffold = await user.use('scaffold_create', { intention: INTENTION })
    const id = String(scaffold.output.id)
    expect(scaffold.output).toMatchObject({
      classification: { pattern: 'webhook-receiver' },
      tier2_recommended: false,
      contents_left: [],
      download_url: `${testStack().urls.platform}/api/flows/${id}/download`,
      verify_url: `${testStack().urls.platform}/verify/${id}`,
    })
    expect(filesIn(scaffold.output).length).toBeGreaterThan(20)
    expect(filesIn(scaffold.output).some(({ content }) => content !== undefined)).toBe(false)
    const preview = await user.use('scaffold_preview', { intention: INTENTION })
    expect(filesIn(scaffold.output)).toEqual(preview.output.files)
    expect((await user.use('scaffold_create', { intention: INTENTION })).output.id).toBe(id)
    expect(await scaffoldsUsed(user.person)).toBe(1)
    const withContents = await user.use('scaffold_create', { intention: `${INTENTION} twice`, include_files: true })
    expect(filesIn(withContents.output).some(({ content }) => content !== undefined)).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(withContents.output))).toBeLessThanOrEqual(64 * 1024)
  })

  test('an edited project is updated, and keeps its edits', async () => {
    const user = await newUser()
    const { output } = await user.use('scaffold_create', { intention: INTENTION })
    const files = [...(await readProject(user, output.id))].map(([path, content]) => ({ path, content }))
    const edited = files.map((file) =>
      file.path === 'README.md' ? { ...file, content: `${file.content}\nOurs.\n` } : file,
    )
    const updated = await user.use('scaffold_update', { id: output.id, files: edited.slice(1), include_files: true })
    const status = (path: string) =>
      (updated.output.files as { path: string; status: string }[]).find((f) => f.path === path)?.status
    expect(['kept', 'merged', 'unchanged']).toContain(status('README.md'))
  })
})
