import { describe, expect, test } from 'vitest'
import type { FaultBody } from './runtime-world.ts'
import { builderKey, codegen, filesOf, INTENTION, update } from './scaffold-world.ts'

describe('POST /scaffold/update', () => {
  const project = async (key: string) => {
    const { body } = await codegen(key, { intention: INTENTION, seed: 5 })
    const files = [...filesOf(body)].map(([path, content]) => ({ path, content }))
    const answers = JSON.parse(filesOf(body).get('.scaffold/answers.json') ?? '') as Record<string, unknown>
    return { files, answers }
  }

  test('updateScaffold 200: edits are preserved, and nothing is lost', async () => {
    const key = await builderKey()
    const { files, answers } = await project(key)
    const edited = files.map((file) =>
      file.path === 'README.md' ? { ...file, content: `${file.content}\nOurs\n` } : file,
    )
    const ownFiles = [...edited, { path: 'src/own.ts', content: 'export {}\n' }]
    const { status, body } = await update(key, { answers, files: ownFiles })
    expect(status).toBe(200)
    const fileByPath = new Map(body.files.map((file) => [file.path, file]))
    expect([fileByPath.get('README.md')?.content.endsWith('\nOurs\n'), fileByPath.get('src/own.ts')?.status]).toEqual([
      true,
      'kept',
    ])
    expect(fileByPath.get('src/handler.ts')?.status).toBe('unchanged')
    expect(body.files.length).toBe(ownFiles.length)
  })

  test('updateScaffold 422 for an unknown version, 400 for invalid answers', async () => {
    const key = await builderKey()
    const { files, answers } = await project(key)
    const unknown = await update<FaultBody & { known: string[] }>(key, {
      answers: { ...answers, pattern_version: '9.9.9' },
      files,
    })
    expect([unknown.status, unknown.body.code, unknown.body.known]).toEqual([422, 'unknown_pattern_version', ['1.2.0']])
    const fields = []
    for (const wrong of [
      { pattern: 'blockchain' },
      { decks: [{ name: 'tarot', version: '1.0.0', sha256: '' }] },
      { traits: { trigger: 'magic' } },
      { intention: '' },
    ]) {
      const { status, body } = await update<FaultBody>(key, { answers: { ...answers, ...wrong }, files })
      fields.push([status, body.errors?.[0]?.field])
    }
    expect(fields).toEqual(
      ['answers.pattern', 'answers.decks.0', 'answers.traits', 'answers.intention'].map((field) => [400, field]),
    )
    expect((await update(key, { answers, files: [{ path: '../x', content: '' }] })).status).toBe(400)
  })
})
