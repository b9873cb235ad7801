import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { filesInCircles, foldersInCircles } from './import-circles.ts'

describe('imports', () => {
  it('have no cycle between files', () => {
    const advice = 'imports itself through other files; move the shared code into a file below them'
    expect(filesInCircles(sourceFiles()).map((path) => `${path} ${advice}`)).toEqual([])
  })

  it('in a cycle are found, of values, of types and of a file itself', () => {
    const file = (path: string, text: string) => ({ path, text })
    const tree = [
      file('a/one.ts', "import { two } from './two.ts'"),
      file('a/two.ts', "import type { Three } from '../b/three.ts'"),
      file('b/three.ts', "export type Three = import('../a/one.ts').One"),
      file('b/self.ts', "export const again = () => import('./self.ts')"),
      file('b/above.ts', "import './three.ts'"),
      file('b/below.ts', "import 'zod'"),
    ]
    expect(filesInCircles(tree)).toEqual(['a/one.ts', 'a/two.ts', 'b/self.ts', 'b/three.ts'])
  })

  it('have no cycle between folders: runtime code, deployment, the local runner and tests', () => {
    const sources = sourceFiles().filter(({ path }) => /^(?:bin|console|lambdas|layers|lib|test)\//.test(path))
    expect(sources.length).toBeGreaterThan(200)
    expect(foldersInCircles(sources)).toEqual([])
  })

  it('in a cycle between folders are found, over files in between, without their neighbors', () => {
    const file = (path: string, text: string) => ({ path, text })
    const tree = [
      file('house/jobs/row.ts', "import type { Hook } from '../hooks/hook.ts'"),
      file('house/hooks/hook.ts', 'export const hook = 1'),
      file('house/hooks/send.ts', "import { texts } from '../texts.ts'"),
      file('house/texts.ts', "import { deep } from './jobs/deep/deep.ts'"),
      file('house/jobs/deep/deep.ts', 'export const deep = 1'),
      file('house/api/app.ts', "import '../jobs/row.ts'\nimport './deps.ts'"),
      file('house/api/deps.ts', "import '../hooks/send.ts'"),
    ]
    expect(foldersInCircles(tree)).toEqual([
      expect.stringMatching(
        /^house: hooks and texts\.ts import one another: house\/hooks\/send\.ts imports house\/texts\.ts; move/,
      ),
      expect.stringMatching(
        /^house: jobs and hooks import one another: house\/jobs\/row\.ts imports house\/hooks\/hook\.ts/,
      ),
      expect.stringMatching(/^house: texts\.ts and jobs import one another/),
    ])
    expect(foldersInCircles(tree.slice(1))).toEqual([])
  })
})
