import { request } from 'node:http'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, removeDir, tableSpec, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.aws.declareTable(tableSpec())
  await world.aws.declareBucket({ name: 'bytes', lifecycle: [] })
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

const KEY = { pk: 'p', sk: 's' }
const FOREIGN_ORIGIN = 'http://evil.example'
const PRESIGNED_PATH = '/bytes/x?X-Amz-Credential=AKID/20261121/us-east-1/s3/aws4_request&X-Amz-Signature=ff'

/** Sends a request as a browser could; fetch cannot set Host. */
const send = (method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<readonly [status: number | undefined, allowed: string | undefined]>((resolve, reject) => {
    request(`${world.aws.endpoint}${path}`, { method, headers }, (response) => {
      resolve([response.statusCode, response.resume().headers['access-control-allow-origin']])
    })
      .once('error', reject)
      .end(body)
  })
const putItem = (headers: Record<string, string>) => {
  const Item = { pk: { S: KEY.pk }, sk: { S: KEY.sk } }
  const target = { 'x-amz-target': 'DynamoDB_20120810.PutItem', 'content-type': 'application/x-amz-json-1.0' }
  return send('POST', '/', { ...target, ...headers }, JSON.stringify({ TableName: 'app', Item }))
}

describe('the address of the embedded AWS', () => {
  it('requests from a page in a browser write nothing', async () => {
    expect(await putItem({ origin: FOREIGN_ORIGIN })).toEqual([403, undefined])
    expect(await putItem({ origin: 'null' })).toEqual([403, undefined])
    // Pages of this machine may not call AWS services either.
    expect(await putItem({ origin: 'http://127.0.0.1:4005' })).toEqual([403, undefined])
    expect(await putItem({ host: 'rebound.example' })).toEqual([403, undefined])
    expect((await world.db.send(new GetCommand({ TableName: 'app', Key: KEY }))).Item).toBeUndefined()
    await world.db.send(new PutCommand({ TableName: 'app', Item: KEY }))
    expect(await putItem({})).toEqual([200, undefined])
  })

  it('pages may not call AWS services except for uploads', async () => {
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-amz-target' }
    for (const origin of [FOREIGN_ORIGIN, 'http://localhost:4005'])
      expect(await send('OPTIONS', '/', { ...preflight, origin })).toEqual([403, undefined])
    for (const origin of [FOREIGN_ORIGIN, 'http://localhost.evil.example', 'https://localhost@evil.example', 'null'])
      expect(await send('PUT', PRESIGNED_PATH, { origin }, 'x'), origin).toEqual([403, undefined])
    expect(await send('PUT', PRESIGNED_PATH, { host: 'rebound.example' }, 'x')).toEqual([403, undefined])
  })

  it('pages of this machine may upload to presigned URLs and nothing else', async () => {
    const origin = 'http://localhost:4005'
    expect(await send('OPTIONS', PRESIGNED_PATH, { origin })).toEqual([200, origin])
    expect(await send('PUT', PRESIGNED_PATH, { origin }, 'x')).toEqual([200, origin])
    expect(await send('PUT', '/bytes/x', { origin }, 'x')).toEqual([403, undefined])
    expect(await send('GET', PRESIGNED_PATH, { origin })).toEqual([403, undefined])
    expect(await send('POST', '/bytes?delete', { origin }, '')).toEqual([403, undefined])
    // A host name that resolves to this machine does not permit reads.
    expect(await send('GET', '/', { host: 'evil.example' })).toEqual([403, undefined])
    expect((await send('GET', '/bytes/x', {}))[0]).toBe(200)
  })
})
