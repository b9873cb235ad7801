import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { filesInCircles, foldersInCircles } from './import-circles.ts'

describe('imports', () => {
  it('go round in no circle', () => {
    const advice = 'reaches itself by its imports; move what both ends need into a file below them'
    expect(filesInCircles(sourceFiles()).map((path) => `${path} ${advice}`)).toEqual([])
  })

  it('that do go round are found, of values, of types and of a file itself', () => {
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

  it('go round in no circle of folders: what runs in a function, what deploys it, the local runner, and the tests', () => {
    const ofTheHouse = sourceFiles().filter(({ path }) => /^(?:bin|console|lambdas|layers|lib|test)\//.test(path))
    expect(ofTheHouse.length).toBeGreaterThan(200)
    expect(foldersInCircles(ofTheHouse)).toEqual([])
  })

  it('that do go round between folders are found, over files in between, and no neighbors beside them', () => {
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
        /^house: hooks and texts\.ts need one another: house\/hooks\/send\.ts imports house\/texts\.ts; move/,
      ),
      expect.stringMatching(
        /^house: jobs and hooks need one another: house\/jobs\/row\.ts imports house\/hooks\/hook\.ts/,
      ),
      expect.stringMatching(/^house: texts\.ts and jobs need one another/),
    ])
    expect(foldersInCircles(tree.slice(1))).toEqual([])
  })
})
