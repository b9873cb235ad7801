import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startStack } from '../../../lib/local/stack.ts'
import { eventually, type FixtureStack, type LooseJson, startFixture, textOf } from './fixture-app.ts'

let fixture: FixtureStack
beforeAll(async () => {
  fixture = await startFixture({
    watch: true,
    seed: async ({ urls, earlier }) => ({
      free: { userId: 'u', orgId: String(urls.images), platKey: String(Object.keys(earlier).length), genKey: 'g' },
    }),
  })
})
afterAll(() => fixture.stop())

const clientSettings = () => ({
  endpoint: fixture.stack.aws.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
})
const control = async (path: string, body?: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${fixture.stack.control}/_local${path}`, init)
  return { status: response.status, body: (await response.json()) as LooseJson }
}
/** Sends a request as a browser could; fetch cannot set Host. */
const send = (url: string, headers: Record<string, string>, body = '') =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method: 'POST', headers }, (response) => resolve(response.resume()))
      .once('error', reject)
      .end(body)
  })
const bucket = () => fixture.stack.app.buckets[0]!.name

describe('a started stack', () => {
  it('stack.json contains urls, identities and the control address', async () => {
    const written = JSON.parse(await readFile(join(fixture.root, '.local/stack.json'), 'utf8')) as LooseJson
    expect(written).toMatchObject({ urls: { images: fixture.images }, control: fixture.stack.control })
    expect(written.identities.free).toMatchObject({ orgId: fixture.images, platKey: '0', genKey: 'g' })
  })

  it('queue messages reach the function that the template maps to the queue', async () => {
    // The first queue is for dead letters.
    const [, url] = (await control('/queues')).body.queues.map((queue: { url: string }) => queue.url) as string[]
    const { MessageId } = await new SQSClient(clientSettings()).send(
      new SendMessageCommand({ QueueUrl: url, MessageBody: 'hello' }),
    )
    const s3 = new S3Client(clientSettings())
    const body = await eventually(async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket() }))
      if (!Contents.some(({ Key }) => Key === MessageId)) return undefined
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key: MessageId }))
      return Body?.transformToString()
    })
    expect(body).toBe('hello')
  })

  it("the template's state machine runs with its functions", async () => {
    const sfn = new SFNClient(clientSettings())
    const machine = fixture.stack.app.machines[0]!
    const { executionArn } = await sfn.send(
      new StartExecutionCommand({ stateMachineArn: machine.arn, input: '{"n":4}' }),
    )
    const output = await eventually(async () => (await sfn.send(new DescribeExecutionCommand({ executionArn }))).output)
    expect(JSON.parse(output)).toEqual({ n: 8 })
    expect((await control('/executions')).body.machines[0].executions).toHaveLength(1)
  })

  it('events reach the targets of the matching rule, and the control API lists them', async () => {
    const bus = new EventBridgeClient(clientSettings())
    const put = (kind: string) => ({
      EventBusName: 'fixture',
      Source: 'fixture',
      DetailType: 'made',
      Detail: JSON.stringify({ kind, n: 4 }),
    })
    const { Entries = [] } = await bus.send(new PutEventsCommand({ Entries: [put('blue'), put('red')] }))
    expect(Entries.every(({ EventId }) => EventId)).toBe(true)
    const s3 = new S3Client(clientSettings())
    const storedEvent = await eventually(async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket() }))
      for (const { Key } of Contents) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket(), Key }))
        const text = await Body?.transformToString()
        if (text?.includes('"heard"')) return text
      }
      return undefined
    })
    expect(JSON.parse(storedEvent)).toEqual({ heard: 'blue', n: 4 })
    const { events } = (await control('/events')).body
    expect(events.map(({ bus: name, event }: LooseJson) => [name, event.detail.kind])).toEqual([
      ['fixture', 'blue'],
      ['fixture', 'red'],
    ])
  })

  it('schedules run when the clock is advanced to them', async () => {
    const started = () => fixture.stack.lambda.functions().find(({ name }) => name === 'paint')!.started
    await fixture.stack.lambda.kill('paint')
    const before = started()
    expect((await control('/clock', { advanceMs: 86_400_000 })).status).toBe(200)
    await eventually(() => (started() > before ? true : undefined))
  })

  it('changed code is loaded soon, and running requests finish on the old code', async () => {
    const file = join(fixture.root, 'lambdas/echo/handler.ts')
    const url = `${fixture.images}/v2/items`
    await fetch(url)
    const slowRequest = fetch(`${url}?do=sleep&ms=1200`)
    const source = await readFile(file, 'utf8')
    await writeFile(
      file,
      source.replace('body: JSON.stringify({\n', "body: JSON.stringify({\n      edition: 'second',\n"),
    )
    await eventually(async () => ((await (await fetch(url)).text()).includes('second') ? true : undefined))
    const slowResponse = await slowRequest
    expect(slowResponse.status).toBe(200)
    expect(await slowResponse.text()).not.toContain('second')
  })

  it('edits in place, atomic renames and files in new folders are detected', async () => {
    const url = `${fixture.images}/v2/items`
    const file = join(fixture.root, 'lambdas/echo/handler.ts')
    const part = join(fixture.root, 'lambdas/echo/later/edition.ts')
    const source = await readFile(file, 'utf8')
    const servesEdition = (edition: string) =>
      eventually(async () => ((await (await fetch(url)).text()).includes(`"${edition}"`) ? true : undefined), 2000)
    const writeBy = {
      renamed: async (path: string, text: string) => {
        await writeFile(`${path}.new`, text)
        await rename(`${path}.new`, path)
      },
      inPlace: (path: string, text: string) => writeFile(path, text),
    }
    const sourceWith = (edition: string) =>
      source.replace('body: JSON.stringify({\n', `body: JSON.stringify({\n      saved: '${edition}',\n`)
    for (const [turn, how] of (['renamed', 'inPlace', 'renamed', 'renamed', 'inPlace'] as const).entries()) {
      await writeBy[how](file, sourceWith(`save ${turn}`))
      await servesEdition(`save ${turn}`)
    }
    await mkdir(dirname(part), { recursive: true })
    await writeFile(part, "export const edition = 'part 0'\n")
    const importing = sourceWith('x').replace("saved: 'x'", 'saved: edition')
    await writeFile(file, `import { edition } from './later/edition.ts'\n${importing}`)
    await servesEdition('part 0')
    await writeBy.renamed(part, "export const edition = 'part 1'\n")
    await servesEdition('part 1')
    await writeBy.inPlace(part, "export const edition = 'part 2'\n")
    await servesEdition('part 2')
    await writeFile(file, source)
  })

  it('the old code stays in use if the new code does not build, and the error contains the location', async () => {
    await writeFile(join(fixture.root, 'lambdas/paint/handler.ts'), 'export const handler = async () => {')
    await eventually(() => fixture.log.find((entry) => /lambdas\/paint\/handler\.ts:1/.test(textOf(entry))))
    await expect(fixture.stack.lambda.invoke('paint', { n: 1 })).resolves.toEqual({ n: 2 })
  })
})

describe('the control API', () => {
  it('invalid requests return an error that names the problem', async () => {
    for (const advanceMs of [-1, 1e300, 1e12]) {
      expect(await control('/clock', { advanceMs })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('advanceMs must be a whole number from 0 to 63244800000') },
      })
    }
    expect(await control('/faults', { function: 'nobody' })).toMatchObject({ status: 404 })
    expect(await control('/faults', { function: 'echo', when: 'never' })).toMatchObject({ status: 400 })
    for (const jitter of [-1, 2, 'low']) {
      expect((await control('/outages', { service: 'dynamodb', jitter })).status).toBe(400)
    }
    expect((await control('/nothing')).status).toBe(404)
    expect((await control('/functions', {})).status).toBe(405)
  })

  it('requests from pages of other origins have no effect', async () => {
    const killFrom = async (headers: Record<string, string>, body?: string) =>
      (await send(`${fixture.stack.control}/_local/functions/echo/kill`, headers, body)).statusCode
    const json = { 'content-type': 'application/json' }
    expect(await killFrom({ ...json, origin: 'https://elsewhere.example' }, '{}')).toBe(403)
    expect(await killFrom({ origin: 'null' })).toBe(403)
    expect(await killFrom({ ...json, host: 'rebound.example' }, '{}')).toBe(403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      expect(await killFrom({ 'content-type': type }, '{}')).toBe(415)
    expect(await killFrom({ ...json, origin: fixture.stack.control }, '{}')).toBe(200)
    expect(await killFrom({ 'content-type': 'application/json; charset=utf-8' }, '{}')).toBe(200)
    expect(await killFrom({})).toBe(200)
  })

  it('a planned fault fails the next request, and kill ends environments', async () => {
    await control('/faults', { function: 'echo', nth: 1, when: 'before' })
    expect((await fetch(`${fixture.images}/v2/items`)).status).toBe(502)
    expect((await fetch(`${fixture.images}/v2/items`)).status).toBe(200)
    expect((await control('/functions/echo/kill', {})).body.killed).toBeGreaterThan(0)
  })
})

describe('a second start', () => {
  it('objects and secrets persist and templates are reused, but --fresh starts empty', async () => {
    const state = await mkdtemp(join(tmpdir(), 'signet-'))
    const log: string[] = []
    const start = ({ fresh }: { readonly fresh: boolean }) =>
      startStack({ root: fixture.root, port: 0, state, fresh, log: (entry) => log.push(textOf(entry)) })
    const readState = async (endpoint: string) => {
      const clientOptions = { ...clientSettings(), endpoint }
      const { Contents = [] } = await new S3Client(clientOptions).send(new ListObjectsV2Command({ Bucket: bucket() }))
      const SecretId = fixture.stack.app.secrets[0]!.name
      const { SecretString } = await new SecretsManagerClient(clientOptions).send(
        new GetSecretValueCommand({ SecretId }),
      )
      return { keys: Contents.map(({ Key }) => Key), secret: SecretString }
    }
    // Repairs the handler that an earlier test broke.
    await writeFile(join(fixture.root, 'lambdas/paint/handler.ts'), 'export const handler = async () => ({})\n')
    const first = await start({ fresh: false })
    await new S3Client({ ...clientSettings(), endpoint: first.aws.endpoint }).send(
      new PutObjectCommand({ Bucket: bucket(), Key: 'kept', Body: 'x' }),
    )
    const { secret } = await readState(first.aws.endpoint)
    await vi.waitFor(() => expect(log).toContainEqual(expect.stringMatching(/^\d+ bundles built$/)), 10_000)
    await first.stop()
    const second = await start({ fresh: false })
    expect(await readState(second.aws.endpoint)).toEqual({ keys: ['kept'], secret })
    const reusedMessages = expect.arrayContaining(['bundles up to date', 'templates up to date'])
    await vi.waitFor(() => expect(log).toEqual(reusedMessages), 10_000)
    await expect(start({ fresh: false })).rejects.toThrow(/Another process .* --state DIR/)
    await second.stop()
    const third = await start({ fresh: true })
    const freshState = await readState(third.aws.endpoint)
    await third.stop()
    await rm(state, { recursive: true, force: true })
    expect(freshState.keys).toEqual([])
    expect(freshState.secret).not.toBe(secret)
  })

  it('stop completes running requests and rejects later ones', async () => {
    const state = await mkdtemp(join(tmpdir(), 'signet-'))
    const log: string[] = []
    const stack = await startStack({ root: fixture.root, port: 0, state, log: (entry) => log.push(textOf(entry)) })
    const running = fetch(`${stack.urls.images}/v2/items?do=sleep&ms=700`)
    await eventually(() => log.includes('asleep') || undefined)
    const stopped = stack.stop()
    await expect(fetch(`${stack.urls.images}/v2/items`)).rejects.toThrow('fetch failed')
    expect((await running).status).toBe(200)
    await stopped
    await rm(state, { recursive: true, force: true })
  })

  it('an unwritable state folder is reported in one line', async () => {
    const message = /^The state folder \S+ is not writable \(E[A-Z]+\)\. Choose another one with --state DIR$/
    const folder = await mkdtemp(join(tmpdir(), 'signet-'))
    await writeFile(join(folder, 'file'), '')
    for (const state of ['/proc/x', '/proc/x/y', join(folder, 'file'), join(folder, 'file', 'below')])
      await expect(startStack({ root: fixture.root, state, port: 0 }), state).rejects.toThrow(message)
    await rm(folder, { recursive: true, force: true })
  })

  it('a used port is reported with the port and the option, and nothing keeps running', async () => {
    const otherServer = createServer()
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve))
    const usedPort = (otherServer.address() as AddressInfo).port
    const state = await mkdtemp(join(tmpdir(), 'signet-'))
    for (const attempt of ['first', 'second']) {
      const start = startStack({ root: fixture.root, state, port: usedPort - 1 })
      await expect(start, attempt).rejects.toThrow(new RegExp(`Port ${usedPort} \\(images\\) is in use.*--port`))
    }
    await new Promise((resolve) => otherServer.close(resolve))
    await rm(state, { recursive: true, force: true })
  })
})
