import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FunctionError } from '../../../lib/local/aws/ports.ts'
import { eventually, type FixtureStack, type LooseJson, startFixture, textOf } from './fixture-app.ts'

let fixture: FixtureStack
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.stop())

const event = (query: Record<string, string>) => JSON.stringify({ queryStringParameters: query })
const invokeEcho = async (query: Record<string, string>) => {
  const reply = JSON.parse(await fixture.stack.lambda.invokeText('echo', event(query))) as { body: string }
  return JSON.parse(reply.body) as {
    calls: number
    env: Record<string, string>
    now: number
    drawn: number
    context: LooseJson
  }
}
const invokeFailing = (query: Record<string, string>) =>
  fixture.stack.lambda.invokeText('echo', event(query)).then(
    () => expect.unreachable('the function should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(FunctionError)
      return error as FunctionError
    },
  )
const echoState = () => fixture.stack.lambda.functions().find(({ name }) => name === 'echo')!

describe('the environment of a function', () => {
  it('the variables are those of the template and of Lambda, without those of this process', async () => {
    process.env.LEAK_PROBE = 'leaked'
    const { env } = await invokeEcho({})
    expect(env.TABLE_NAME).toBe('signet-local-fixture-data-TableCD117FA1')
    expect(env.QUEUE_URL).toBe(`${fixture.stack.aws.endpoint}/000000000000/signet-local-fixture-app-WorkBF636A8B`)
    expect(env).toMatchObject({
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: fixture.stack.aws.endpoint,
      _HANDLER: 'index.handler',
    })
    expect(env).not.toHaveProperty('LEAK_PROBE')
    expect(env).not.toHaveProperty('HOME')
    expect(env).not.toHaveProperty('VITEST')
  })

  it("the context contains the function's description and the remaining time", async () => {
    const { context } = await invokeEcho({})
    expect(context).toMatchObject({
      functionVersion: '$LATEST',
      memoryLimitInMB: '256',
      functionName: echoState().functionName,
    })
    expect(context.remaining).toBeGreaterThan(1000)
    expect(context.remaining).toBeLessThanOrEqual(2000)
  })

  it('a warm environment is reused, and a second one starts only for a concurrent event', async () => {
    const first = await invokeEcho({})
    expect((await invokeEcho({})).calls).toBe(first.calls + 1)
    const { started } = echoState()
    const both = await Promise.all([invokeEcho({ do: 'sleep', ms: '200' }), invokeEcho({ do: 'sleep', ms: '200' })])
    expect(new Set(both.map(({ calls }) => calls)).size).toBe(2)
    expect(echoState().started).toBe(started + 1)
  })

  it('an environment is frozen after its response, and pending work continues with the next event', async () => {
    await fixture.stack.lambda.kill('echo')
    await invokeEcho({ do: 'later' })
    const ran = () => fixture.log.some((entry) => textOf(entry) === 'ran after the answer')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(ran()).toBe(false)
    await invokeEcho({ do: 'sleep', ms: '80' })
    await eventually(() => ran() || undefined)
  })
})

describe('a function that fails', () => {
  it("a throwing function returns the error's name, and its environment is reused", async () => {
    const { started } = echoState()
    expect(await invokeFailing({ do: 'throw' })).toMatchObject({ errorType: 'TypeError', message: 'thrown on purpose' })
    await invokeEcho({})
    expect(echoState().started).toBe(started)
  })

  it('a hanging function ends at its timeout and is replaced', async () => {
    expect((await invokeFailing({ do: 'hang' })).message).toMatch(/Task timed out after 2\.00 seconds$/)
    expect((await invokeEcho({})).calls).toBe(1)
  })

  it('an exiting function returns Runtime.ExitError with the status and is replaced', async () => {
    expect(await invokeFailing({ do: 'exit' })).toMatchObject({
      errorType: 'Runtime.ExitError',
      message: expect.stringContaining('exit status 3'),
    })
    expect((await invokeEcho({})).calls).toBe(1)
  })

  it('a function above its memory limit returns Runtime.OutOfMemory, and one below continues', async () => {
    const { lambda } = fixture.stack
    const hoard = (megabytes: number) => lambda.invokeText('hoarder', JSON.stringify({ megabytes }))
    await expect(hoard(64)).resolves.toBe('"64 MB"')
    await expect(hoard(256)).rejects.toMatchObject({ errorType: 'Runtime.OutOfMemory' })
    await expect(hoard(64)).resolves.toBe('"64 MB"')
  })

  it('a missing bundle, and sharp without the layer, return an error that names the file or layer', async () => {
    const { lambda } = fixture.stack
    const bundle = join(fixture.root, 'dist/paint/index.mjs')
    const original = await readFile(bundle)
    await lambda.kill('paint')
    await rm(bundle)
    await expect(lambda.invokeText('paint', '{}')).rejects.toThrow(
      /dist\/paint\/index\.mjs does not exist; run npm run build/,
    )
    await writeFile(bundle, 'import s from"sharp";export const handler=async()=>s.name')
    await expect(lambda.invokeText('paint', '{}')).rejects.toThrow(/the function has no layer/)
    await writeFile(bundle, original)
    await expect(lambda.invokeText('paint', '{"n":2}')).resolves.toBe('{"n":4}')
  })

  it('an unknown function name is not found', async () => {
    await expect(fixture.stack.lambda.invokeText('nobody', '{}')).rejects.toMatchObject({
      errorType: 'ResourceNotFoundException',
    })
  })
})

describe('limits', () => {
  it('an event and a response of 6 MB pass, one more byte does not', async () => {
    const { lambda } = fixture.stack
    const padded = (size: number) => `{"queryStringParameters":{},"pad":"${'x'.repeat(size - 41)}"}`.padEnd(size)
    await expect(lambda.invokeText('paint', padded(6_291_456))).resolves.toBeTypeOf('string')
    await expect(lambda.invokeText('paint', padded(6_291_457))).rejects.toMatchObject({
      errorType: 'RequestEntityTooLargeException',
    })
    // A response may be 100 bytes longer, as at Lambda.
    const wrapper = '{"statusCode":200,"body":""}'.length
    const big = (bytes: number) => lambda.invokeText('echo', event({ do: 'big', bytes: String(bytes - wrapper) }))
    await expect(big(6_291_556)).resolves.toBeTypeOf('string')
    await expect(big(6_291_557)).rejects.toMatchObject({ errorType: 'Function.ResponseSizeTooLarge' })
  })

  it('an asynchronous event of more than 1 MB is rejected', () => {
    expect(() => fixture.stack.lambda.invokeLater('paint', { pad: 'x'.repeat(1_048_576) })).toThrow(
      /smaller than 1048576/,
    )
  })
})

describe('drills', () => {
  it.each(['before', 'after'] as const)(
    'the environment of the selected event exits %s its handler runs, and neighboring events succeed',
    async (when) => {
      fixture.stack.lambda.fault({ function: 'echo', nth: 2, when })
      await invokeEcho({})
      expect(await invokeFailing({})).toMatchObject({ errorType: 'Runtime.ExitError' })
      expect((await invokeEcho({})).calls).toBe(1)
    },
  )

  it('kill ends a running event immediately', async () => {
    const asleep = () => fixture.log.filter((entry) => textOf(entry) === 'asleep').length
    const before = asleep()
    const running = invokeFailing({ do: 'sleep', ms: '1500' })
    await eventually(() => (asleep() > before ? true : undefined))
    expect(await fixture.stack.lambda.kill('echo')).toBeGreaterThan(0)
    expect(await running).toMatchObject({ errorType: 'Runtime.ExitError' })
  })

  it('a failed asynchronous event is retried after a minute of the local clock', async () => {
    const { lambda, aws } = fixture.stack
    const logged = (text: string) =>
      fixture.log.some((entry) => entry.type === 'function' && entry.fn === 'echo' && textOf(entry).includes(text))
    lambda.invokeLater('echo', { queryStringParameters: { do: 'throw' } })
    await eventually(() => logged('will be retried') || undefined)
    const failures = () => fixture.log.filter((entry) => textOf(entry).includes('will be retried')).length
    await aws.clock.advance(60_000)
    await eventually(() => (failures() === 2 ? true : undefined))
    await aws.clock.advance(120_000)
    await eventually(() => logged('no more retries') || undefined)
  })
})

describe('the clock', () => {
  it("an advance of the system's clock reaches warm and new environments", async () => {
    const { aws, lambda } = fixture.stack
    await invokeEcho({})
    await aws.clock.advance(7 * 86_400_000)
    for (const before of [() => {}, () => lambda.kill('echo')]) {
      await before()
      expect(Math.abs((await invokeEcho({})).now - aws.clock.now())).toBeLessThan(2000)
    }
  })
})

describe('random numbers', () => {
  it('Math.random stays below the bound in warm and new environments, and is unbounded again afterwards', async () => {
    const { lambda } = fixture.stack
    const draws = async () => {
      const drawn: number[] = []
      for (let i = 0; i < 20; i++) drawn.push((await invokeEcho({})).drawn)
      return drawn
    }
    await invokeEcho({})
    lambda.limitRandom(0.01)
    for (const before of [() => {}, () => lambda.kill('echo')]) {
      await before()
      const low = await draws()
      expect(Math.max(...low)).toBeLessThan(0.01)
      expect(new Set(low).size).toBe(20)
    }
    lambda.limitRandom(1)
    expect(Math.max(...(await draws()))).toBeGreaterThan(0.01)
  })
})
