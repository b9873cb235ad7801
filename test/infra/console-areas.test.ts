import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PLATFORM_PATHS } from '../../lib/edge-config.ts'
import { ROOT } from '../support/source-files.ts'

describe('areas of the console', () => {
  it('reloading an address of an area returns the console, and no page of the platform', () => {
    const isPlatformPath = (path: string): boolean =>
      Object.values(PLATFORM_PATHS)
        .flat()
        .some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern))
    expect(isPlatformPath('/trust/acme')).toBe(true)
    const areas = readFileSync(`${ROOT}/console/areas.ts`, 'utf8')
    const paths = [...areas.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
    expect(paths).toContain('/images')
    expect(paths.filter((path) => isPlatformPath(`${path.replace(/\/$/, '')}/deeper`))).toEqual([])
  })
})
