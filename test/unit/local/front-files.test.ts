import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveFiles } from '../../../lib/local/front-files.ts'

const SCRIPT = `document.title = ${JSON.stringify('Signet '.repeat(300))}\n`

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signet-files-'))
  folder = join(root, 'console')
  mkdirSync(join(folder, 'static'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'not of the console')
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'static/main-1.js'), SCRIPT)
  writeFileSync(join(folder, 'static/logo.webp'), Buffer.alloc(2000, 7))
})
afterEach(() => rmSync(root, { recursive: true }))

const openServer = () => {
  const cacheControl = [
    { prefix: 'static/', value: 'immutable' },
    { prefix: '', value: 'no-cache' },
  ]
  const serve = serveFiles(folder, { cacheControl }, [['Content-Security-Policy', "default-src 'none'"]])
  return async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, headers: responseHeaders, body } = await serve({ path, headers: Object.entries(headers) })
    return {
      status,
      body,
      header: Object.fromEntries(responseHeaders.map(([name, value]) => [name.toLowerCase(), value])),
    }
  }
}

describe('files behind the front', () => {
  it('files have a content type, the headers of the template, and a cache lifetime', async () => {
    const get = openServer()
    expect((await get('/index.html')).header).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'",
    })
    expect((await get('/static/main-1.js')).header).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'immutable',
    })
  })

  it('files are compressed for clients that accept it, if that makes them smaller', async () => {
    const get = openServer()
    const request = async (accepted: string, path = '/static/main-1.js') => {
      const { header, body } = await get(path, { 'Accept-Encoding': accepted })
      return { coding: header['content-encoding'], body }
    }
    const brotli = await request('gzip, deflate, br, zstd')
    expect([brotli.coding, brotliDecompressSync(brotli.body).toString()]).toEqual(['br', SCRIPT])
    const zipped = await request('gzip, br;q=0')
    expect([zipped.coding, gunzipSync(zipped.body).toString()]).toEqual(['gzip', SCRIPT])
    expect(zipped.body.byteLength).toBeLessThan(SCRIPT.length / 4)
    for (const accepted of ['', 'identity', 'deflate']) expect((await request(accepted)).coding).toBeUndefined()
    expect((await request('br', '/static/logo.webp')).coding).toBeUndefined()
    expect((await request('br', '/index.html')).coding).toBeUndefined()
  })

  it('a client with a current copy gets 304, compressed or not', async () => {
    const get = openServer()
    const plain = await get('/static/main-1.js')
    const compressed = await get('/static/main-1.js', { 'accept-encoding': 'br' })
    expect(compressed.header.etag).toBe(`W/${plain.header.etag}`)
    for (const etag of [plain.header.etag, compressed.header.etag, `"other", ${plain.header.etag}`]) {
      const notModified = await get('/static/main-1.js', { 'If-None-Match': etag ?? '' })
      expect([notModified.status, notModified.body.byteLength, notModified.header.etag]).toEqual([
        304,
        0,
        plain.header.etag,
      ])
    }
    expect((await get('/static/main-1.js', { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it('a new build is served immediately', async () => {
    const get = openServer()
    const before = await get('/index.html')
    writeFileSync(join(folder, 'new.html'), '<!doctype html><title>New</title>')
    renameSync(join(folder, 'new.html'), join(folder, 'index.html'))
    const after = await get('/index.html', { 'if-none-match': before.header.etag ?? '' })
    expect([after.status, after.body.toString()]).toEqual([200, '<!doctype html><title>New</title>'])
  })

  it.each([
    '/../secret.txt',
    '/static/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/static/..%2f..%2fsecret.txt',
    '/static\\..\\..\\secret.txt',
    '/static/%5c..%5csecret.txt',
    '//secret.txt',
    '/secret.txt%00',
    '/%E0%A4%A',
    '/static',
    '/static/',
    '/',
  ])('%s returns 403', async (path) => {
    const { status, body, header } = await openServer()(path)
    expect([status, header['content-type']]).toEqual([403, 'application/xml'])
    expect(body.toString()).not.toContain('not of the console')
  })

  it('a console that is not built returns 503 with instructions', async () => {
    rmSync(folder, { recursive: true })
    const { status, body } = await openServer()('/index.html')
    expect(status).toBe(503)
    expect(body.toString()).toContain('npm run build')
  })
})
