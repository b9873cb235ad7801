import { COLORS } from '@signet/ui/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putPageSettings } from '../../../lambdas/trust/contract/page-settings.ts'
import { contrastRatio } from '../../../lambdas/trust/settings/contrast.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { memoryObjects, sha256 } from './bundle-world.ts'
import { pagesOver } from './page-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const pages = () => pagesOver({ db: world.db, now, objects: memoryObjects() })
const callerOf = (tenant: string) => ({
  kind: 'session',
  tenantId: tenant,
  orgId: `${tenant}-org`,
  userId: tenant,
  scopes: [],
})
const putSettings = (tenant: string, body: object) =>
  pages().settings('putTrustPageSettings', { body, caller: callerOf(tenant) })
const get = async (tenant: string) =>
  JSON.parse((await pages().settings('getTrustPageSettings', { caller: callerOf(tenant) })).text) as object

const VALID_ACCENT = { light: '#8a2be2', dark: '#c9a0ff' }

describe('page settings', () => {
  it('belong to one organization, and each write replaces them', async () => {
    expect(await get('own')).toEqual({ updated_at: null })
    await putSettings('own', { displayName: 'Loaf', accent: VALID_ACCENT, website: 'https://loaf.example/' })
    expect(await get('own')).toMatchObject({ displayName: 'Loaf', accent: VALID_ACCENT })
    await putSettings('own', { displayName: 'Crumb' })
    expect(await get('own')).toEqual({ displayName: 'Crumb', updated_at: expect.any(String) })
    expect(await get('others')).toEqual({ updated_at: null })
  })

  it('determine name, colors and contact of the page', async () => {
    await pages().slugs.put('looks', 'looks', sha256('looks'))
    await putSettings('looks', { displayName: 'Loaf & Sons', accent: VALID_ACCENT, securityContact: 'tel:+49301234' })
    const { text } = await pages().callPage('readTrustPage', { params: { slug: 'looks' } })
    expect(text).toContain('<h1>Loaf &amp; Sons</h1>')
    expect(text).toContain('--accent:light-dark(#8a2be2,#c9a0ff)')
    expect(text).toContain('href="tel:+49301234"')
  })

  it('reject the name of this service in any spelling, and accept names that contain it', async () => {
    for (const displayName of ['Signet', ' SIGNET ', '\uff33ignet'])
      expect((await putSettings('house', { displayName })).extras).toMatchObject({ errors: [{ field: 'displayName' }] })
    expect((await putSettings('house', { displayName: 'Signet Jewelers' })).status).toBe(200)
  })

  it('reject unreadable colors, by scheme', async () => {
    const refusal = await putSettings('colors', { accent: { light: '#ffff00', dark: '#202020' } })
    expect(refusal.code).toBe('invalid_input')
    expect(refusal.extras).toMatchObject({ errors: [{ field: 'accent.light' }, { field: 'accent.dark' }] })
  })

  it.each([
    { website: 'http://loaf.example' },
    { website: 'https://loaf.example/"><script>' },
    { website: 'javascript:alert(1)' },
    { securityContact: 'security@loaf.example' },
    { securityContact: 'data:text/html,a' },
    { securityContact: 'mailto:a@b.example\nExpires: never' },
    { securityContact: 'https://exämple.example' },
    { displayName: '' },
    { displayName: '  ' },
    { displayName: 'Loaf\u202e' },
    { displayName: 'a'.repeat(121) },
    { accent: { light: 'red', dark: '#c9a0ff' } },
    { accent: { light: '#8a2be2' } },
    { logo: 'https://loaf.example/logo.png' },
  ])('reject %j', (body) => {
    expect(putPageSettings.request.body?.safeParse(body).success).toBe(false)
  })
})

describe('contrast', () => {
  it('matches WCAG 2.2', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastRatio('#ffffff', '#ffffff')).toBe(1)
  })

  it('no single color reaches 4.5 on both backgrounds, so an accent has two colors', () => {
    const [light, dark] = COLORS.ground
    const greys = Array.from({ length: 256 }, (_, value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`)
    const highest = Math.max(...greys.map((grey) => Math.min(contrastRatio(grey, light), contrastRatio(grey, dark))))
    expect(highest).toBeLessThan(4.5)
  })
})
