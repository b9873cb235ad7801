import { describe, expect, it } from 'vitest'
import { pageRoute as archivePage } from '../../../lambdas/archive/api/page-route.ts'
import { pageRoute as flagsPage } from '../../../lambdas/flags/api/page-route.ts'
import { consoleAddress } from '../../../layers/ui/pages/index.ts'

const settingsOf = (EDGE: string, PLATFORM_PUBLIC_URL: string) => ({ EDGE, PLATFORM_PUBLIC_URL })

describe('the address of the console', () => {
  it("starts with the platform's address if the edge is deployed", () => {
    expect(consoleAddress(settingsOf('on', 'https://signet.example'), '/flags')).toBe('https://signet.example/flags')
    expect(consoleAddress(settingsOf('on', 'https://signet.example/'), '/flags')).toBe('https://signet.example/flags')
  })

  it.each([
    ['without an edge', settingsOf('none', 'https://abc.execute-api.eu-west-1.amazonaws.com/live')],
    ['during the creation of the edge', settingsOf('pending', 'https://signet.example')],
    ['without the address of the platform', settingsOf('on', 'none')],
  ])('does not exist %s', (_, settings) => {
    expect(consoleAddress(settings, '/flags')).toBeUndefined()
  })
})

describe('the root of a service', () => {
  it.each([
    ['archive', archivePage],
    ['flags', flagsPage],
  ] as const)('%s: redirects to its console page, or describes the API', async (name, pageRoute) => {
    const redirect = await pageRoute(settingsOf('on', 'https://signet.example')).run({} as never)
    expect(redirect).toMatchObject({ status: 302, headers: { location: `https://signet.example/${name}` } })
    const description = await pageRoute(settingsOf('none', 'none')).run({} as never)
    expect(description).toMatchObject({ status: 200, body: expect.stringContaining('SIGNET_EDGE=on') })
    expect(description).toMatchObject({
      headers: { 'content-security-policy': expect.not.stringContaining('script-src') },
    })
  })
})
