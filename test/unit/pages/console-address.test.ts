import { describe, expect, it } from 'vitest'
import { pageRoute as archivePage } from '../../../lambdas/archive/api/page-route.ts'
import { pageRoute as flagsPage } from '../../../lambdas/flags/api/page-route.ts'
import { consoleAddress } from '../../../layers/ui/pages/index.ts'

const at = (EDGE: string, PLATFORM_PUBLIC_URL: string) => ({ EDGE, PLATFORM_PUBLIC_URL })

describe('the address of the console', () => {
  it('is below that of the platform, where the edge is', () => {
    expect(consoleAddress(at('on', 'https://signet.example'), '/flags')).toBe('https://signet.example/flags')
    expect(consoleAddress(at('on', 'https://signet.example/'), '/flags')).toBe('https://signet.example/flags')
  })

  it.each([
    ['without an edge', at('none', 'https://abc.execute-api.eu-west-1.amazonaws.com/live')],
    ['while the edge is made', at('pending', 'https://signet.example')],
    ['where nobody knows the platform', at('on', 'none')],
  ])('is none %s', (_, settings) => {
    expect(consoleAddress(settings, '/flags')).toBeUndefined()
  })
})

describe('the root of a service', () => {
  it.each([
    ['archive', archivePage],
    ['flags', flagsPage],
  ] as const)('%s: leads to its page of the console, or says what is here', async (name, pageRoute) => {
    const led = await pageRoute(at('on', 'https://signet.example')).run({} as never)
    expect(led).toMatchObject({ status: 302, headers: { location: `https://signet.example/${name}` } })
    const told = await pageRoute(at('none', 'none')).run({} as never)
    expect(told).toMatchObject({ status: 200, body: expect.stringContaining('SIGNET_EDGE=on') })
    expect(told).toMatchObject({ headers: { 'content-security-policy': expect.not.stringContaining('script-src') } })
  })
})
