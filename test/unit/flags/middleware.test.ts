import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import middy from '@middy/core'
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk'
import { createFlags, defineFlags, flagFrom } from '@signet/flags'
import { fileSource } from '@signet/flags/file'
import { flagsMiddleware, type WithFlags } from '@signet/flags/middy'
import { flagsProvider } from '@signet/flags/openfeature'
import { fixedSource } from '@signet/flags/propagation'
import { withFlags } from '@signet/flags/web'
import { afterAll, describe, expect, it } from 'vitest'
import { verifies } from '../../spec/verifies.ts'

const defined = defineFlags({
  banner: {
    type: 'boolean',
    enabled: true,
    rules: [{ attribute: 'tenant', operator: 'equals', value: 'acme', result: true }],
  },
})

describe('middleware', () => {
  verifies(
    'FLG-4.3-3',
    'gives handlers of middy flags with the context of the event, and flushes at the end, even after an error',
    async () => {
      const flags = createFlags({ flags: defined })
      const steps: string[] = []
      const handler = middy()
        .use(
          flagsMiddleware({
            flags,
            contextOf: (event: { tenant: string; fails?: boolean }) => ({ tenant: event.tenant }),
            flush: async () => void steps.push('flushed'),
          }),
        )
        .handler(async (event: { tenant: string; fails?: boolean }, context) => {
          if (event.fails) throw new Error('broken')
          return (context as unknown as WithFlags<typeof defined>).flags.isEnabled('banner')
        })
      expect(await handler({ tenant: 'acme' }, {} as never)).toBe(true)
      expect(await handler({ tenant: 'other' }, {} as never)).toBe(false)
      await expect(handler({ tenant: 'x', fails: true }, {} as never)).rejects.toThrow('broken')
      expect(steps).toHaveLength(3)
    },
  )

  verifies('FLG-4.3-3', 'gives handlers of web requests flags with the context of the request', async () => {
    const flags = createFlags({ flags: defined })
    let flushes = 0
    const contextOf = (request: Request) => ({ tenant: request.headers.get('x-tenant') ?? undefined })
    const flush = async () => {
      flushes += 1
    }
    const serve = withFlags({ flags, contextOf, flush }, (request, { flags: requestFlags }) => {
      if (request.url.endsWith('/fails')) throw new Error('broken')
      return Response.json({
        banner: requestFlags.isEnabled('banner'),
        other: requestFlags.isEnabled('banner', { tenant: 'x' }),
      })
    })
    const response = await serve(new Request('https://shop.test/', { headers: { 'x-tenant': 'acme' } }))
    expect(await response.json()).toEqual({ banner: true, other: false })
    await expect(serve(new Request('https://shop.test/fails'))).rejects.toThrow('broken')
    expect(flushes).toBe(2)
  })
})

it('an application function that throws does not fail the invocation', async () => {
  const flags = createFlags({ flags: defined })
  const contextOf = () => {
    throw new Error('no header')
  }
  const handler = middy()
    .use(flagsMiddleware({ flags, contextOf }))
    .handler(async (_event, context) => (context as unknown as WithFlags<typeof defined>).flags.isEnabled('banner'))
  expect(await handler({}, {} as never)).toBe(false)
  const serve = withFlags({ flags, contextOf }, (_request, { flags: requestFlags }) =>
    Response.json(requestFlags.isEnabled('banner', { tenant: 'acme' })),
  )
  expect(await (await serve(new Request('https://shop.test/'))).json()).toBe(true)
})

describe('flags of a file', () => {
  it('reload after a change, even to an older file; an invalid file changes nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flags-'))
    try {
      const file = join(folder, 'flags.json')
      const write = async (text: string, mtimeSeconds: number) => {
        await writeFile(file, text)
        await utimes(file, mtimeSeconds, mtimeSeconds)
      }
      let now = 0
      const errors: string[] = []
      const refreshing = { onError: (error: unknown) => errors.push(`${error}`), maxStaleMs: 0, ttlMs: 0 }
      const flags = createFlags({ source: fileSource(file), now: () => now, refreshing })
      await write('{"flags":[{"key":"f","type":"boolean","enabled":true}]}', 1000)
      await flags.refresh()
      expect(flags.isEnabled('f')).toBe(true)
      now += 1000
      await write('{"flags":[{"key":"f","type":"boolean"}]}', 2000)
      await flags.refresh()
      expect([flags.isEnabled('f'), errors[0]]).toEqual([true, expect.stringContaining('flags.0.enabled')])
      await write('{"flags":[{"key":"f","type":"boolean","enabled":false}]}', 3000)
      await flags.refresh()
      expect(flags.isEnabled('f')).toBe(false)
      await write('{"flags":[{"key":"f","type":"boolean","enabled":true}]}', 500)
      await flags.refresh()
      expect(flags.isEnabled('f')).toBe(true)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the OpenFeature provider', () => {
  afterAll(() => OpenFeature.close())

  const flags = createFlags()
  flags.createFlag({ key: 'half', type: 'percentage', percentage: 50 })
  flags.createFlag({ key: 'off', type: 'boolean', enabled: false })
  flags.createFlag({
    key: 'limits',
    type: 'variant',
    metadata: { team: 'core' },
    variants: [{ key: 'small', weight: 1, payload: { max: 10 } }],
  })

  it('returns values, payloads, variants, reasons, metadata and error codes, and uses the targeting key as the user', async () => {
    await OpenFeature.setProviderAndWait('one', flagsProvider(flags))
    const client = OpenFeature.getClient('one')
    const details = await client.getObjectDetails('limits', {})
    expect(details).toMatchObject({
      value: { max: 10 },
      variant: 'small',
      reason: 'STATIC',
      flagMetadata: { team: 'core', version: 1 },
    })
    for (let i = 0; i < 50; i += 1) {
      expect(await client.getBooleanValue('half', false, { targetingKey: `${i}` })).toBe(
        flags.isEnabled('half', { user: `${i}` }),
      )
    }
    expect(await client.getBooleanDetails('half', true)).toMatchObject({
      value: true,
      errorCode: 'TARGETING_KEY_MISSING',
    })
    expect(await client.getBooleanDetails('off', true)).toMatchObject({ value: false, reason: 'DISABLED' })
    expect(await client.getNumberDetails('limits', 7)).toMatchObject({ value: 7, errorCode: 'TYPE_MISMATCH' })
    expect(await client.getStringDetails('nope', 'x')).toMatchObject({ value: 'x', errorCode: 'FLAG_NOT_FOUND' })
  })

  it('returns the caller’s default, with the variant and no error, for a null payload', async () => {
    const variants = [
      { key: 'nothing', weight: 1, payload: null },
      { key: 'green', weight: 0, payload: { color: 'green' } },
    ]
    const nullFlags = createFlags()
    nullFlags.useSnapshot({ version: 1, flags: [flagFrom({ key: 'banner', type: 'variant', variants })], segments: [] })
    await OpenFeature.setProviderAndWait('null', flagsProvider(nullFlags))
    const client = OpenFeature.getClient('null')
    const details = await client.getObjectDetails('banner', { color: 'red' }, { targetingKey: 'u' })
    expect(details).toMatchObject({ value: { color: 'red' }, variant: 'nothing' })
    expect(details.errorCode).toBeUndefined()
    expect(await client.getStringValue('banner', 'red', { targetingKey: 'u' })).toBe('red')
  })

  it('emits the keys of changed flags', async () => {
    const changingFlags = createFlags()
    await OpenFeature.setProviderAndWait('two', flagsProvider(changingFlags))
    const changedKeys: unknown[] = []
    OpenFeature.getClient('two').addHandler(ProviderEvents.ConfigurationChanged, (event) =>
      changedKeys.push(event?.flagsChanged),
    )
    const f = flagFrom({ key: 'f', type: 'boolean', enabled: true })
    changingFlags.useSnapshot({ version: 1, flags: [f], segments: [] })
    changingFlags.useSnapshot({
      version: 2,
      flags: [f, flagFrom({ key: 'g', type: 'boolean', enabled: true })],
      segments: [],
    })
    expect(changedKeys).toEqual([['f'], ['g']])
    const segments = [{ key: 's', when: { attribute: 'a', operator: 'exists' } }] as const
    changingFlags.useSnapshot({ ...changingFlags.snapshot, version: 3, segments })
    expect(changedKeys.at(-1)).toEqual(['f', 'g'])
  })

  it('refreshes in the background, and returns the current flags in the meantime', async () => {
    let now = 0
    let version = 1
    const source = {
      readNewer: async () => ({
        version,
        flags: [flagFrom({ key: 'f', type: 'boolean', enabled: version > 1 })],
        segments: [],
      }),
    }
    await OpenFeature.setProviderAndWait('five', flagsProvider(createFlags({ source, now: () => now })))
    const client = OpenFeature.getClient('five')
    const changedKeys: unknown[] = []
    client.addHandler(ProviderEvents.ConfigurationChanged, (event) => changedKeys.push(event?.flagsChanged))
    version = 2
    now += 3_600_000
    expect(await client.getBooleanDetails('f', true)).toMatchObject({ value: false })
    await new Promise((resolve) => setTimeout(resolve))
    expect(await client.getBooleanValue('f', false)).toBe(true)
    expect(changedKeys).toHaveLength(1)
  })

  it('becomes ready after the first response of its source, and fails without one', async () => {
    const source = fixedSource({ version: 1, flags: [], segments: [] })
    await OpenFeature.setProviderAndWait('three', flagsProvider(createFlags({ source })))
    expect(OpenFeature.getClient('three').providerStatus).toBe('READY')
    const failingFlags = createFlags({ source: { readNewer: () => Promise.reject(new Error('away')) } })
    await expect(OpenFeature.setProviderAndWait('four', flagsProvider(failingFlags))).rejects.toThrow(/available yet/)
    expect(OpenFeature.getClient('four').providerStatus).toBe('ERROR')
  })
})
