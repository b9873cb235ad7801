import { describe, expect, it } from 'vitest'
import { filesInCircles } from './import-circles.ts'
import { trackedSources } from './tracked-files.ts'

describe('imports', () => {
  it('go round in no circle', () => {
    expect(filesInCircles(trackedSources())).toEqual([])
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
})
