import { readAnswers, scaffold, updateScaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'

const update = (base: string | undefined, ours: string | undefined, theirs: string | undefined, path = 'a.txt') => {
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
    expect(update(base, ours, theirs)).toEqual(expected)
  })

  it('a conflict is inline, with the base', () => {
    expect(update('a\n', 'b\n', 'c\n')).toEqual([
      'conflict',
      '<<<<<<< ours\nb\n||||||| base\na\n=======\nc\n>>>>>>> theirs\n',
    ])
  })

  it('JSON is merged by members, and by lines if both changed the same member', () => {
    const base = '{"a":1,"b":{"c":1}}'
    const ours = '{"b":{"c":2},"a":1,"mine":true}'
    const theirs = '{"a":2,"b":{"c":1},"d":[1]}'
    const [status, content = ''] = update(base, ours, theirs, 'package.json') ?? []
    expect(status).toBe('merged')
    expect(JSON.parse(content)).toEqual({ a: 2, b: { c: 2 }, mine: true, d: [1] })
    expect(update('{"a":1}', '{"a":2}', '{"a":3}', 'x.json')?.[0]).toBe('conflict')
    expect(update('{"a":1}', '{"a":2', '{"a":3}', 'x.json')?.[0]).toBe('conflict')
    expect(JSON.parse(update('{"a":1,"b":1}', '{"b":1}', '{"a":1,"b":2}', 'x.json')?.[1] ?? '')).toEqual({ b: 2 })
  })

  it('an update of a whole project keeps edits and adds new files', () => {
    const input = { intention: 'Keep orders', pattern: 'crud-api', seed: 1, entities: ['order'] } as const
    const base = scaffold(input).files
    const newest = scaffold({ ...input, target: 'both' }).files
    const ours = base.map(({ path, content }) => ({
      path,
      content: path === 'AGENTS.md' ? `${content}\nOurs.\n` : content,
    }))
    const files = updateScaffold({ base, theirs: newest, ours })
    const status = (path: string) => files.find((file) => file.path === path)?.status
    expect(status('wrangler.jsonc')).toBe('added')
    expect(status('package.json')).toBe('updated')
    expect(status('AGENTS.md')).toBe('merged')
    expect(status('.scaffold/answers.json')).toBe('updated')
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
