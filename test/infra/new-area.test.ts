import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleConsole } from '../../lib/console-bundle.ts'
import { ROOT } from '../support/source-files.ts'

/** The files and the line that docs/console.md adds for a new area. Tests apply them to a copy of the console. */
const page = readFileSync(join(ROOT, 'docs/console.md'), 'utf8')
const files = [...page.matchAll(/```tsx?\n\/\/ (\S+)\n(.*?)```/gs)].map(([, path = '', text = '']) => ({ path, text }))
const [, areaLine = ''] = /```ts\n( {2}\{ path: .*?)\n```/s.exec(page) ?? []
const CLIENT = 'console'
const AREAS = `${CLIENT}/areas.ts`

/** Settings of the console for one program without references: components and contracts are compiled from source. */
const COMPILER_SETTINGS = {
  extends: '../tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
    lib: ['es2024', 'esnext.iterator', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
  },
  // Contracts augment the siblings layer, which the console itself does not import.
  include: [
    'support/*.tsx',
    '*.d.ts',
    '../layers/ui/src/prism.d.ts',
    join(ROOT, 'layers/http-client/siblings/index.ts'),
  ],
}

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'signet-area-'))
  cpSync(join(ROOT, 'console'), join(root, 'console'), { recursive: true })
  for (const name of ['lambdas', 'layers', 'node_modules', 'package.json', 'tsconfig.base.json'])
    symlinkSync(join(ROOT, name), join(root, name))
  writeFileSync(join(root, CLIENT, 'tsconfig.json'), JSON.stringify(COMPILER_SETTINGS))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const areas = readFileSync(join(root, AREAS), 'utf8')
  writeFileSync(join(root, AREAS), areas.replace("  { path: '/keys'", `${areaLine}\n  { path: '/keys'`))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Returns the compiler's errors for the copy, or an empty text. */
const typeErrors = (): string => {
  try {
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', CLIENT], { cwd: root })
    return ''
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout)
  }
}

describe('an area added by the steps of docs/console.md', () => {
  it('consists of a folder, a line for its service and a navigation entry', () => {
    expect(files.map(({ path }) => path)).toEqual(['console/api/support.ts', 'console/support/area.tsx'])
    expect(areaLine.split('\n')).toHaveLength(1)
  })

  it('loads when it is opened', async () => {
    const { metafile } = await bundleConsole(root)
    const entries = Object.values(metafile.outputs).map(({ entryPoint }) => entryPoint)
    expect(entries).toContain('console/support/area.tsx')
    expect(readFileSync(join(root, 'dist/console/index.html'), 'utf8')).toContain('<script type="module"')
  }, 60_000)

  it('has the types of the contracts, and a copy with a member that the contract lacks does not compile', () => {
    const folder = join(root, 'console/support')
    const text = readFileSync(join(folder, 'area.tsx'), 'utf8')
    writeFileSync(join(folder, 'wrong.tsx'), text.replace('({ subject }) => subject', '({ topic }) => topic'))
    expect(typeErrors().trim()).toMatch(/^console\S+wrong\.tsx.*Property 'topic' does not exist[^\n]*$/)
  }, 60_000)
})
