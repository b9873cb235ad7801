import { describe, expect, it, test } from 'vitest'
import { customTypeFault, draftOf, queryOf, requestOf } from '../../../console/flows/draft.ts'
import { confidenceWords, languageOf, stepList, withoutSteps } from '../../../console/flows/flow-words.ts'
import {
  conflictsIn,
  countWords,
  isChanged,
  type MergedFile,
  sortByStatus,
  statusWords,
} from '../../../console/flows/merge-words.ts'
import { mergedZip } from '../../../console/flows/merged-zip.ts'
import { type ProjectFileInput, projectOf, withoutTopFolder } from '../../../console/flows/project-files.ts'
import { projectWords } from '../../../console/flows/project-types.ts'
import { sortByRisk, strideWords, type Threat, threatModelIn } from '../../../console/flows/threats.ts'

describe('flow draft', () => {
  it.each(['api', 'web', 'worker', 'cli', 'mcp', 'library', 'game-server'])(
    'restores the type %s from its URL',
    (type) => {
      const draft = draftOf({ intention: 'a', type, polish: 'yes' })
      expect(requestOf(draft)).toEqual({ intention: 'a', project_type: type, oracle: true })
      expect(draftOf(queryOf(draft))).toEqual(draft)
      expect(projectWords(type).length).toBeGreaterThan(3)
    },
  )

  test('requires a name for a custom type', () => {
    const rule = 'must be 1 to 40 characters of a-z, 0-9 and -, starting with a letter'
    const draft = draftOf({ type: 'x' })
    expect([
      customTypeFault(draft),
      customTypeFault({ ...draft, customType: 'Game' }),
      customTypeFault({ ...draft, customType: '' }),
    ]).toEqual([undefined, rule, rule])
    expect(customTypeFault(draftOf({}))).toBeUndefined()
  })

  test('omits the editing option if it is off', () => {
    expect(requestOf(draftOf({ intention: ' b ' }))).toEqual({ intention: 'b', project_type: 'api' })
  })
})

describe('flow texts', () => {
  test('remove next steps from the summary and show their commands as code', () => {
    const output = 'Text.\n\n- FR-1\n\n1. `npm install`\n2. Build'
    const steps = ['npm install', 'Build', 'Deploy']
    expect(withoutSteps(output, steps)).toBe('Text.\n\n- FR-1')
    expect(stepList(output, steps)).toBe('1. `npm install`\n2. Build\n3. Deploy')
    expect(withoutSteps('1. Another list', ['Build'])).toBe('1. Another list')
  })

  it.each([
    ['src/handler.ts', 'typescript'],
    ['.scaffold/answers.json', 'json'],
    ['.gitignore', undefined],
    ['ci.yml', undefined],
    ['a.constructor', undefined],
  ])('highlights %s as %s', (path, language) => {
    expect(languageOf(path)).toBe(language)
  })

  test('explain the confidence of the pattern', () => {
    const words = (['high', 'medium', 'low'] as const).map(confidenceWords)
    expect(words.map((text) => text.split(':')[0])).toEqual(['High', 'Medium', 'Low'])
  })
})

const threat = (id: string, part: Partial<Threat>): Threat => ({
  id,
  boundary: '',
  stride: 'S',
  source: '',
  prerequisites: '',
  action: '',
  impact: '',
  mitigation: '',
  likelihood: 1,
  impactScore: 1,
  testIds: [],
  status: 'mitigated',
  ...part,
})

describe('threat model', () => {
  test('a threat model is read from its file; another format gives undefined', () => {
    const model = { assets: ['a'], trustBoundaries: [], threats: [threat('T-1', {})] }
    const file = (content: string) => [{ path: 'docs/threat-model.json', content }]
    expect(threatModelIn(file(JSON.stringify(model)))).toEqual(model)
    for (const invalidContent of ['{', '[]', 'null', '{"threats":3}'])
      expect(threatModelIn(file(invalidContent))).toBeUndefined()
    expect(threatModelIn([])).toBeUndefined()
  })

  test('the threat list is sorted by risk score, with open threats first', () => {
    const threats = [
      threat('T-1', { likelihood: 5, impactScore: 5 }),
      threat('T-2', { status: 'open' }),
      threat('T-3', { likelihood: 2, impactScore: 5 }),
    ]
    expect(sortByRisk(threats).map(({ id }) => id)).toEqual(['T-2', 'T-1', 'T-3'])
    expect([...'STRIDE', 'X'].map(strideWords)).toEqual([
      'Spoofing',
      'Tampering',
      'Repudiation',
      'Information disclosure',
      'Denial of service',
      'Elevation of privilege',
      'X',
    ])
  })
})

const projectFile = (path: string, content: string | Uint8Array = ''): ProjectFileInput => ({
  path,
  bytes: async () => (typeof content === 'string' ? new TextEncoder().encode(content) : content),
})

describe('project update', () => {
  test('uses paths below the dropped folder', () => {
    const paths = (...inputPaths: string[]) =>
      withoutTopFolder(inputPaths.map((path) => ({ path }))).map(({ path }) => path)
    expect(paths('/shop/src/a.ts', '/shop/README.md')).toEqual(['src/a.ts', 'README.md'])
    expect(paths('README.md', 'package.json')).toEqual(['README.md', 'package.json'])
    expect(paths('/shop/a.ts', '/other/b.ts')).toEqual(['shop/a.ts', 'other/b.ts'])
    expect(paths()).toEqual([])
  })

  test('omits build output, and skips binary files', async () => {
    const project = await projectOf(
      [
        projectFile('/shop/own.ts', 'mine'),
        projectFile('/shop/src/a.ts', 'theirs'),
        projectFile('/shop/logo.png', new Uint8Array([0x89, 0x50, 0xff])),
        projectFile('/shop/zero', 'a\0b'),
        projectFile('/shop/node_modules/x/index.js', 'x'),
        projectFile('/shop/.git/HEAD', 'ref'),
        projectFile('/shop/packages/a/dist/a.js', 'x'),
      ],
      new Set(['src/a.ts']),
    )
    expect(project.files).toEqual([
      { path: 'src/a.ts', content: 'theirs' },
      { path: 'own.ts', content: 'mine' },
    ])
    expect(project.skippedPaths).toEqual(['logo.png', 'zero'])
  })

  test('selects files of the flow first, up to the service limit', async () => {
    const ownFiles = Array.from({ length: 310 }, (_, index) => projectFile(`p/own-${index}.ts`, 'x'))
    const { files, skippedPaths } = await projectOf(
      [...ownFiles, projectFile('p/src/a.ts', 'y')],
      new Set(['src/a.ts']),
    )
    expect([files.length, files[0]?.path, skippedPaths.length]).toEqual([300, 'src/a.ts', 11])
    const longFiles = Array.from({ length: 4 }, (_, index) => projectFile(`p/${index}.ts`, 'x'.repeat(150_000)))
    expect((await projectOf(longFiles, new Set())).skippedPaths).toEqual(['2.ts', '3.ts'])
    expect((await projectOf([projectFile('p/a.ts', 'x'.repeat(262_145))], new Set())).skippedPaths).toEqual(['a.ts'])
  })
})

const merged = (path: string, status: MergedFile['status'], content = ''): MergedFile => ({ path, status, content })

describe('merge result', () => {
  const files = [merged('a', 'unchanged'), merged('b', 'updated'), merged('c', 'conflict'), merged('d', 'kept')]

  test('lists conflicts first', () => {
    expect(sortByStatus(files).map(({ path }) => path)).toEqual(['c', 'b', 'd', 'a'])
    expect(countWords(files)).toBe('1 conflict, 1 updated, 1 only in your project, 1 unchanged')
    expect(files.filter(isChanged).map(({ path }) => path)).toEqual(['b', 'c'])
    expect(statusWords('removed')).toEqual({ text: 'Removed', tone: 'warn' })
  })

  test('shows both sides of a conflict and its line', () => {
    const content = 'a\n<<<<<<< yours\nmine\n||||||| base\nwas\n=======\nnew\nmore\n>>>>>>> newest\nz\n======= no mark'
    expect(conflictsIn(content)).toEqual([{ line: 2, ours: 'mine', base: 'was', theirs: 'new\nmore' }])
    expect(conflictsIn('a\n=======\nb')).toEqual([])
  })

  test('a merged project is packed as a ZIP without removed files', async () => {
    const zip = Buffer.from(
      await mergedZip([merged('kept.ts', 'kept', 'x'), merged('gone.ts', 'removed', 'y')]).arrayBuffer(),
    )
    expect([zip.includes('kept.ts'), zip.includes('gone.ts'), zip.subarray(0, 2).toString()]).toEqual([
      true,
      false,
      'PK',
    ])
  })
})
