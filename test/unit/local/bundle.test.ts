import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bundleFunctions } from '../../../lib/bundle.ts'
import { bundleName } from '../../../lib/handlers.ts'
import { bundledCode } from '../../../lib/local/bundled-code.ts'
import type { LocalFunction } from '../../../lib/local/function-model.ts'
import { entryOf } from '../../../lib/local/lambda-code.ts'
import { copyFixture } from './fixture-app.ts'

const allClients = `
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
const clients = () => [DynamoDBDocumentClient.from(new DynamoDBClient()), new S3Client(), new SQSClient(), new SecretsManagerClient()]
export const commands = [GetCommand, QueryCommand, TransactWriteCommand, GetObjectCommand, PutObjectCommand, SendMessageCommand, GetSecretValueCommand]
export const handler = async () => {
  const s3 = clients()[1]
  const { accessKeyId } = await s3.config.credentials()
  return { accessKeyId, commands: commands.length }
}
`
let root: string
let remove: () => Promise<void>
const write = async (name: string, source: string) => {
  await mkdir(join(root, 'lambdas', name), { recursive: true })
  await writeFile(join(root, 'lambdas', name, 'handler.ts'), source)
}
beforeAll(async () => {
  ;({ root, remove } = await copyFixture())
})
afterAll(() => remove())

describe('function bundles', () => {
  it('bundles are named after the folders of their handlers', () => {
    expect(bundleName('lambdas/images/api/handler.ts')).toBe('images-api')
    expect(bundleName('lambdas/health/handler.ts')).toBe('health')
  })

  it('bundles with four SDK clients stay within the budget and find credentials in the environment', async () => {
    await write('clients', allClients)
    const { metafile } = await bundleFunctions({ root })
    const output = metafile.outputs['dist/clients/index.mjs']!
    expect(output.bytes).toBeLessThan(400_000)
    const forbidden =
      /credential-provider-(sso|ini|process|web-identity|login|http)|nested-clients|submodules\/event-streams/
    expect(Object.keys(output.inputs).filter((file) => forbidden.test(file))).toEqual([])
    const originalEnv = { ...process.env }
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'FROMENV', AWS_SECRET_ACCESS_KEY: 's', AWS_REGION: 'us-east-1' })
    const { handler } = (await import(/* @vite-ignore */ pathToFileURL(join(root, 'dist/clients/index.mjs')).href)) as {
      handler: () => Promise<unknown>
    }
    expect(await handler()).toEqual({ accessKeyId: 'FROMENV', commands: 7 })
    process.env = originalEnv
  })

  it('unchanged bundles are not reported as changed, and bundles without a handler are removed', async () => {
    await write('clients', 'export const handler = async () => 0\n')
    await bundleFunctions({ root })
    expect((await bundleFunctions({ root })).changed).toEqual([])
    await write('clients', 'export const handler = async () => 1\n')
    expect((await bundleFunctions({ root })).changed).toEqual(['clients'])
    await rm(join(root, 'lambdas/clients'), { recursive: true })
    expect((await bundleFunctions({ root })).names).not.toContain('clients')
    await expect(readFile(join(root, 'dist/clients/index.mjs'))).rejects.toThrow('ENOENT')
  })

  it('source maps contain no source text, and bundles do not contain sharp', async () => {
    await write('native', "import sharp from 'sharp'\nexport const handler = async () => sharp\n")
    const { metafile } = await bundleFunctions({ root })
    expect(metafile.outputs['dist/native/index.mjs']?.imports).toContainEqual({
      path: 'sharp',
      kind: 'require-call',
      external: true,
    })
    const fn = { label: 'native', bundle: 'native', handler: 'index.handler' } as LocalFunction
    expect(() => entryOf({ ...fn, layers: 0 }, join(root, 'dist'))).toThrow(/no layer that contains it/)
    expect(entryOf({ ...fn, layers: 1 }, join(root, 'dist')).entry).toContain('native/index.mjs')
    const map = JSON.parse(await readFile(join(root, 'dist/native/index.mjs.map'), 'utf8')) as {
      sourcesContent?: unknown
    }
    expect(map.sourcesContent).toBeUndefined()
    await rm(join(root, 'lambdas/native'), { recursive: true })
  })

  it.each([
    ['await Promise.resolve(x)', /lambdas\/eager\/handler\.ts:2: Top-level await/],
    ['for await (const y of [x]) console.log(y)', /lambdas\/eager\/handler\.ts:2: (?:Top-level await|for-await)/],
  ])('a bundle with a top-level await fails with file and line: %s', async (line, message) => {
    await write('eager', `const x = 1\n${line}\nexport const handler = async () => x\n`)
    await expect(bundleFunctions({ root })).rejects.toThrow(message)
    await rm(join(root, 'lambdas/eager'), { recursive: true })
  })
})

describe('a watched bundle', () => {
  it('only the bundle whose file changed is rebuilt', async () => {
    await write('one', "import { greeting } from './greeting.ts'\nexport const handler = async () => greeting\n")
    await writeFile(join(root, 'lambdas/one/greeting.ts'), "export const greeting = 'first'\n")
    await write('two', 'export const handler = async () => 2\n')
    const errors: string[] = []
    const code = bundledCode(root, (entry) => {
      if (entry.type === 'note') errors.push(entry.text)
    })
    await code.buildAll()
    const changes: (readonly string[])[] = []
    code.watch((names) => changes.push(names))
    try {
      const twoBefore = await stat(join(root, 'dist/two/index.mjs'))
      await writeFile(join(root, 'lambdas/one/greeting.ts'), "export const greeting = 'second'\n")
      await vi.waitFor(() => expect(changes).toEqual([['one']]), 10_000)
      expect(await readFile(join(root, 'dist/one/index.mjs'), 'utf8')).toContain('second')
      await writeFile(join(root, 'lambdas/one/greeting.ts'), 'export const greeting = \n')
      await vi.waitFor(() => expect(String(errors[0])).toContain('greeting.ts'), 10_000)
      // A failed build waits for its own fix and ignores other changes.
      await writeFile(join(root, 'lambdas/one/greeting.ts'), "export const greeting = 'third'\n")
      await vi.waitFor(() => expect(changes).toEqual([['one'], ['one']]), 10_000)
      await write('three', 'export const handler = async () => 3\n')
      await vi.waitFor(() => expect(changes.at(-1)).toEqual(['three']), 10_000)
      expect((await stat(join(root, 'dist/two/index.mjs'))).mtimeMs).toBe(twoBefore.mtimeMs)
    } finally {
      await code.stop()
    }
  })
})
