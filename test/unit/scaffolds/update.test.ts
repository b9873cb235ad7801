import { readAnswers, scaffold, updateScaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'

const statusAndContent = (
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
  path = 'a.txt',
) => {
  const files = (content: string | undefined) => (content === undefined ? [] : [{ path, content }])
  const [file] = updateScaffold({ base: files(base), ours: files(ours), theirs: files(theirs) })
  return file && [file.status, file.content]
}

describe('updateScaffold', () => {
  it.each([
    ['a file that neither side changed', 'a\n', 'a\n', 'a\n', ['unchanged', 'a\n']],
    ['a file that both sides changed equally', 'a\n', 'b\n', 'b\n', ['unchanged', 'b\n']],
    ['a file that only the caller changed', 'a\n', 'b\n', 'a\n', ['unchanged', 'b\n']],
    ['a file that only the scaffold changed', 'a\n', 'a\n', 'b\n', ['updated', 'b\n']],
    ['a new file', undefined, undefined, 'a\n', ['added', 'a\n']],
    ['a file that the scaffold dropped', 'a\n', 'a\n', undefined, ['removed', '']],
    ['a file that the scaffold dropped and the caller edited', 'a\n', 'b\n', undefined, ['kept', 'b\n']],
    ['a file that only the caller has', undefined, 'a\n', undefined, ['kept', 'a\n']],
    ['a file that the caller deleted', 'a\n', undefined, 'b\n', undefined],
    ['changes in different lines', 'a\nb\nc\n', 'x\nb\nc\n', 'a\nb\ny\n', ['merged', 'x\nb\ny\n']],
    ['Windows line ends', 'a\nb\n', 'a\r\nb\r\n', 'a\nc\n', ['updated', 'a\nc\n']],
  ] as const)('returns the status for %s', (_, base, ours, theirs, expected) => {
    expect(statusAndContent(base, ours, theirs)).toEqual(expected)
  })

  it('a conflict is inline, with the base', () => {
    expect(statusAndContent('a\n', 'b\n', 'c\n')).toEqual([
      'conflict',
      '<<<<<<< ours\nb\n||||||| base\na\n=======\nc\n>>>>>>> theirs\n',
    ])
  })

  it('JSON is merged by fields, and by lines if both sides changed the same field', () => {
    const base = '{"a":1,"b":{"c":1}}'
    const ours = '{"b":{"c":2},"a":1,"mine":true}'
    const theirs = '{"a":2,"b":{"c":1},"d":[1]}'
    const [statusOf, content = ''] = statusAndContent(base, ours, theirs, 'package.json') ?? []
    expect(statusOf).toBe('merged')
    expect(JSON.parse(content)).toEqual({ a: 2, b: { c: 2 }, mine: true, d: [1] })
    expect(statusAndContent('{"a":1}', '{"a":2}', '{"a":3}', 'x.json')?.[0]).toBe('conflict')
    expect(statusAndContent('{"a":1}', '{"a":2', '{"a":3}', 'x.json')?.[0]).toBe('conflict')
    expect(JSON.parse(statusAndContent('{"a":1,"b":1}', '{"b":1}', '{"a":1,"b":2}', 'x.json')?.[1] ?? '')).toEqual({
      b: 2,
    })
  })

  it('an update of a whole project keeps edits and adds new files', () => {
    const input = { intention: 'Keep orders', pattern: 'crud-api', seed: 1, entities: ['order'] } as const
    const base = scaffold(input).files
    const newestFiles = scaffold({ ...input, target: 'both' }).files
    const ours = base.map(({ path, content }) => ({
      path,
      content: path === 'AGENTS.md' ? `${content}\nOurs.\n` : content,
    }))
    const files = updateScaffold({ base, theirs: newestFiles, ours })
    const statusOf = (path: string) => files.find((file) => file.path === path)?.status
    expect(statusOf('wrangler.jsonc')).toBe('added')
    expect(statusOf('package.json')).toBe('updated')
    expect(statusOf('AGENTS.md')).toBe('merged')
    expect(statusOf('.scaffold/answers.json')).toBe('updated')
    expect(files.filter((file) => file.status === 'conflict')).toEqual([])
  })
})

describe('readAnswers', () => {
  it('the answers contain all inputs of the scaffold', () => {
    const { files, workerName } = scaffold({ intention: 'Keep orders', pattern: 'crud-api', seed: 7 })
    const answers = readAnswers(files.find(({ path }) => path === '.scaffold/answers.json')?.content ?? '')
    expect(answers).toMatchObject({ workerName, pattern: 'crud-api', seed: 7, target: 'aws', entities: ['item'] })
    expect(Object.keys(answers.files)).toEqual(
      files.flatMap(({ path }) => (path === '.scaffold/answers.json' ? [] : [path])),
    )
  })

  it.each([['{'], ['null'], ['{"schema":2}'], ['{"schema":1}']])('refuses an invalid file: %s', (text) => {
    expect(() => readAnswers(text)).toThrow(/answers\.json/)
  })
})
